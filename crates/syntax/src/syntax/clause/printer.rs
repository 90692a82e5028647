//! Prints syntax trees as text that parses to the same tree, and visits their sets.

use std::fmt;

use super::ast::{
    Action, Condition, EffectClause, EndClause, EndResult, Goal, HomeChoice, Model, MoveClause,
    MoveVerb, Otherwise, Relation, Set, SetKind,
};

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SetKind::Word(word) => f.write_str(word),
            SetKind::Parameter(name) => write!(f, "${name}"),
            SetKind::Zone(zone) => write!(f, "[{zone}]"),
            SetKind::Not(set) => {
                f.write_str("not ")?;
                // `not` applies to one part.
                match set.kind {
                    SetKind::All(_) => write!(f, "({set})"),
                    _ => write!(f, "{set}"),
                }
            }
            SetKind::All(sets) => {
                for (index, set) in sets.iter().enumerate() {
                    if index > 0 {
                        f.write_str(" ")?;
                    }
                    // A relation takes all the parts after it as its operand.
                    let ends_early = index + 1 < sets.len() && takes_the_rest(set);
                    if ends_early || matches!(set.kind, SetKind::All(_)) {
                        write!(f, "({set})")?;
                    } else {
                        write!(f, "{set}")?;
                    }
                }
                Ok(())
            }
            SetKind::Any(sets) => {
                f.write_str("(")?;
                for (index, set) in sets.iter().enumerate() {
                    if index > 0 {
                        f.write_str(" or ")?;
                    }
                    match set.kind {
                        SetKind::Any(_) => write!(f, "({set})")?,
                        _ => write!(f, "{set}")?,
                    }
                }
                f.write_str(")")
            }
            SetKind::Related(relation, set, None) => write!(f, "{relation} {set}"),
            SetKind::Related(relation, set, Some(open)) => {
                // Without parentheses, `through` would belong to the inner relation.
                if set.ends_with_relation() {
                    write!(f, "{relation} ({set}) through {open}")
                } else {
                    write!(f, "{relation} {set} through {open}")
                }
            }
            SetKind::With(condition) => write!(f, "with {}", Simple(condition)),
            SetKind::Marked(mark) => write!(f, "marked {mark}"),
            SetKind::Enclosed(ends, lines) => {
                write!(f, "enclosed by {} and {}", ends[0], ends[1])?;
                let mut lines = lines.iter();
                lines.try_for_each(|lines| write!(f, " along \"{lines}\""))
            }
        }
    }
}

/// Whether the text of a set ends with an operand that takes all the parts after it.
fn takes_the_rest(set: &Set) -> bool {
    match &set.kind {
        SetKind::Related(..) | SetKind::With(_) | SetKind::Enclosed(..) => true,
        SetKind::Not(set) => takes_the_rest(set),
        _ => false,
    }
}

impl Set {
    /// Whether its text ends with a relation.
    fn ends_with_relation(&self) -> bool {
        match &self.kind {
            SetKind::All(sets) => sets.last().is_some_and(Set::ends_with_relation),
            _ => takes_the_rest(self),
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Relation::AttackedBy => f.write_str("attacked by"),
            Relation::Attacking => f.write_str("attacking"),
            Relation::GuardedBy => f.write_str("guarded by"),
            Relation::Guarding => f.write_str("guarding"),
            Relation::From(movement) => write!(f, "\"{movement}\" from"),
            Relation::To(movement) => write!(f, "\"{movement}\" to"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Count(1, None, set) => write!(f, "{set}"),
            Condition::Count(0, Some(0), set) => write!(f, "no {set}"),
            Condition::Count(0, Some(to), set) => write!(f, "..{to} {set}"),
            Condition::Count(from, None, set) => write!(f, "{from}.. {set}"),
            Condition::Count(from, Some(to), set) if from == to => write!(f, "{from} {set}"),
            Condition::Count(from, Some(to), set) => write!(f, "{from}..{to} {set}"),
            Condition::Compare(measure, left, order, right) => {
                let (measure, order) = (measure.as_str(), order.as_str());
                write!(f, "{measure} of {left} {order} {measure} of {right}")
            }
            Condition::Event(event) => f.write_str(event.as_str()),
            Condition::InCheck => f.write_str("in check"),
            Condition::Turn(0, Some(to)) => write!(f, "turn ..{to}"),
            Condition::Turn(from, None) => write!(f, "turn {from}.."),
            Condition::Turn(from, Some(to)) if from == to => write!(f, "turn {from}"),
            Condition::Turn(from, Some(to)) => write!(f, "turn {from}..{to}"),
            Condition::Not(condition) => write!(f, "not {}", Simple(condition)),
            Condition::At(moment, condition) => {
                write!(f, "{}: {}", moment.as_str(), Simple(condition))
            }
            Condition::All(all) => write_joined(f, all, " and ", |one| {
                matches!(one, Condition::All(_) | Condition::Any(_))
            }),
            Condition::Any(any) => {
                write_joined(f, any, " or ", |one| matches!(one, Condition::Any(_)))
            }
        }
    }
}

impl fmt::Display for EffectClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.follows { "then " } else { "" })?;
        f.write_str(if self.repeats { "repeat " } else { "" })?;
        if let Some(condition) = &self.condition {
            write!(f, "{condition}: ")?;
        }
        write_actions(f, &self.actions)
    }
}

/// Writes actions with commas between them.
fn write_actions(f: &mut fmt::Formatter<'_>, actions: &[Action]) -> fmt::Result {
    for (index, action) in actions.iter().enumerate() {
        f.write_str(if index > 0 { ", " } else { "" })?;
        write!(f, "{action}")?;
    }
    Ok(())
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Remove(set) => write!(f, "remove {set}"),
            Action::Capture(set) => write!(f, "capture {set}"),
            Action::ChangeSide(set) => write!(f, "{set} changes side"),
            Action::Go(set, goal, otherwise) => write!(f, "{set} goes {goal}{otherwise}"),
            Action::Become(set, kind) => write!(f, "{set} becomes {kind}"),
            Action::Choose { name, set, or_none } => {
                let none = if *or_none { " or none" } else { "" };
                write!(f, "choose {} in {set}{none}", name.text)
            }
            Action::Mark { set, marks } => {
                let marks: Vec<&str> = marks.iter().map(|mark| mark.text.as_str()).collect();
                match marks.as_slice() {
                    [mark] => write!(f, "mark {set} as {mark}"),
                    marks => write!(f, "mark {set} as ({})", marks.join(" or ")),
                }
            }
            Action::Put { piece, on } => write!(f, "put {piece} on {on}"),
            Action::Stay { set, is_optional } => {
                let verb = if *is_optional { "may stay" } else { "stays" };
                write!(f, "{set} {verb}")
            }
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Home(HomeChoice::Usual) => f.write_str("home"),
            Goal::Home(HomeChoice::ByFile) => f.write_str("home by file"),
            Goal::Home(HomeChoice::ByColor) => f.write_str("home by color"),
            Goal::Square(set) => write!(f, "to {set}"),
            Goal::Hand(is_own) => {
                let side = if *is_own { "own" } else { "enemy" };
                write!(f, "to {side} hand")
            }
        }
    }
}

/// Printed with a blank before it, unless it is empty.
impl fmt::Display for Otherwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Otherwise::Illegal => "",
            Otherwise::Stays => " or stays",
            Otherwise::Removed => " or is removed",
        })
    }
}

impl fmt::Display for MoveClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(condition) = &self.condition {
            write!(f, "{condition}: ")?;
        }
        let only = if self.is_only { " only" } else { "" };
        let (verb, to) = match self.verb {
            MoveVerb::Move => ("moves", "to "),
            MoveVerb::Swap => ("swaps", "with "),
            MoveVerb::Become => ("becomes", ""),
            MoveVerb::Remove => ("is removed", ""),
        };
        write!(f, "{} {verb}{only}", self.pieces)?;
        if let Some(goal) = &self.goal {
            write!(f, " {to}{goal}")?;
        }
        match &self.model {
            None => {}
            Some(Model::Pieces(set)) => write!(f, " as {set}")?,
            Some(Model::Movement { text, .. }) => write!(f, " as \"{text}\"")?,
        }
        self.actions
            .iter()
            .try_for_each(|action| write!(f, ", {action}"))
    }
}

impl fmt::Display for EndClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.in_stalemate, &self.condition) {
            (false, condition) => condition.iter().try_for_each(|one| write!(f, "{one}"))?,
            (true, None) => f.write_str("stalemate")?,
            (true, Some(one @ Condition::Any(_))) => write!(f, "stalemate and ({one})")?,
            (true, Some(one)) => write!(f, "stalemate and {one}")?,
        }
        write!(f, ": {}", self.result)?;
        match &self.reason {
            None => Ok(()),
            Some(reason) => write!(f, " by {reason}"),
        }
    }
}

impl fmt::Display for EndResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndResult::OwnWins => f.write_str("own wins"),
            EndResult::EnemyWins => f.write_str("enemy wins"),
            EndResult::Draw => f.write_str("draw"),
            EndResult::OwnGets(parts, whole) => write!(f, "own gets {parts} of {whole}"),
        }
    }
}

/// A condition as the operand of a prefix.
struct Simple<'a>(&'a Condition);

impl fmt::Display for Simple<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Condition::All(_) | Condition::Any(_) => write!(f, "({})", self.0),
            simple => write!(f, "{simple}"),
        }
    }
}

fn write_joined(
    f: &mut fmt::Formatter<'_>,
    conditions: &[Condition],
    word: &str,
    needs_parentheses: fn(&Condition) -> bool,
) -> fmt::Result {
    for (index, condition) in conditions.iter().enumerate() {
        if index > 0 {
            f.write_str(word)?;
        }
        if needs_parentheses(condition) {
            write!(f, "({condition})")?;
        } else {
            write!(f, "{condition}")?;
        }
    }
    Ok(())
}

// Visitor of clauses: collects and replaces the sets in a clause, including nested ones.

impl Condition {
    /// The sets in the condition.
    pub fn sets(&self) -> Vec<&Set> {
        let mut sets = Vec::new();
        of_condition(self, &mut sets);
        sets
    }
}

impl Condition {
    /// Replaces the sets of the condition.
    ///
    /// # Errors
    /// The first error of `map`.
    pub fn map_sets<E>(&self, map: &impl Fn(&Set) -> Result<Set, E>) -> Result<Condition, E> {
        let each = |all: &[Condition]| -> Result<Vec<Condition>, E> {
            all.iter().map(|one| one.map_sets(map)).collect()
        };
        Ok(match self {
            Condition::Count(from, to, set) => Condition::Count(*from, *to, map(set)?),
            Condition::Compare(measure, left, order, right) => {
                Condition::Compare(*measure, map(left)?, *order, map(right)?)
            }
            Condition::Event(_) | Condition::InCheck | Condition::Turn(..) => self.clone(),
            Condition::Not(one) => Condition::Not(Box::new(one.map_sets(map)?)),
            Condition::All(all) => Condition::All(each(all)?),
            Condition::Any(all) => Condition::Any(each(all)?),
            Condition::At(moment, one) => Condition::At(*moment, Box::new(one.map_sets(map)?)),
        })
    }
}

impl EffectClause {
    /// The sets in the clause, except the names of chosen elements.
    pub fn sets(&self) -> Vec<&Set> {
        let mut sets = Vec::new();
        if let Some(condition) = &self.condition {
            of_condition(condition, &mut sets);
        }
        of_actions(&self.actions, &mut sets);
        sets
    }
}

impl MoveClause {
    /// The sets in the clause, except the names of chosen elements.
    pub fn sets(&self) -> Vec<&Set> {
        let mut sets = Vec::new();
        if let Some(condition) = &self.condition {
            of_condition(condition, &mut sets);
        }
        of_set(&self.pieces, &mut sets);
        if let Some(goal) = &self.goal {
            of_set(goal, &mut sets);
        }
        if let Some(Model::Pieces(set)) = &self.model {
            of_set(set, &mut sets);
        }
        of_actions(&self.actions, &mut sets);
        sets
    }
}

impl EndClause {
    /// The sets in the clause.
    pub fn sets(&self) -> Vec<&Set> {
        let condition = self.condition.as_ref();
        condition.map(Condition::sets).unwrap_or_default()
    }
}

/// Adds the sets of actions, except the names of chosen elements.
fn of_actions<'s>(actions: &'s [Action], found: &mut Vec<&'s Set>) {
    let mut chosen = Vec::new();
    for action in actions {
        of_set(action.set(), found);
        match action {
            Action::Go(_, Goal::Square(set), _) | Action::Become(_, set) => of_set(set, found),
            Action::Choose { name, .. } => chosen.push(&name.text),
            Action::Put { piece, .. } => of_set(piece, found),
            Action::Go(..)
            | Action::Remove(_)
            | Action::Capture(_)
            | Action::ChangeSide(_)
            | Action::Mark { .. }
            | Action::Stay { .. } => {}
        }
    }
    found.retain(|set| !matches!(&set.kind, SetKind::Word(word) if chosen.contains(&word)));
}

fn of_set<'s>(set: &'s Set, found: &mut Vec<&'s Set>) {
    found.push(set);
    match &set.kind {
        SetKind::Word(_) | SetKind::Parameter(_) | SetKind::Zone(_) | SetKind::Marked(_) => {}
        SetKind::Not(set) => of_set(set, found),
        SetKind::Related(_, set, open) => {
            of_set(set, found);
            if let Some(open) = open {
                of_set(open, found);
            }
        }
        SetKind::With(condition) => of_condition(condition, found),
        SetKind::Enclosed(ends, _) => ends.iter().for_each(|set| of_set(set, found)),
        SetKind::All(sets) | SetKind::Any(sets) => {
            sets.iter().for_each(|set| of_set(set, found));
        }
    }
}

fn of_condition<'s>(condition: &'s Condition, found: &mut Vec<&'s Set>) {
    match condition {
        Condition::Count(_, _, set) => of_set(set, found),
        Condition::Compare(_, left, _, right) => {
            of_set(left, found);
            of_set(right, found);
        }
        Condition::Event(_) | Condition::InCheck | Condition::Turn(..) => {}
        Condition::Not(condition) | Condition::At(_, condition) => of_condition(condition, found),
        Condition::All(all) | Condition::Any(all) => {
            all.iter()
                .for_each(|condition| of_condition(condition, found));
        }
    }
}
