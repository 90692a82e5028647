//! Visitor of clauses: collects and replaces the sets in a clause, including nested ones.

use super::ast::{
    Action, Condition, EffectClause, EndClause, Goal, Model, MoveClause, Set, SetKind,
};

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
