//! Descriptions of clauses for the rules page.

use super::data::{
    Act, Asked, Become, Condition, EffectClause, EndClause, Goal, Likeness, Measure, Model,
    MoveClause, MovePart, Relation, RelationKind, Set, Side, Verb, mark_name,
};
use super::part_words::{last_place, last_words, part_words};
use crate::definition::clause::{EndResult, Event, HomeChoice, Moment, MoveVerb, Order, Otherwise};
use crate::definition::{Reach, RoyalRule, VariantDef};
use crate::geometry::list;
use crate::rules::data::EndWords;
use crate::rules::wording::{any_of, capitalized, indefinite_article, with_article};

/// Generator of the descriptions of one variant.
pub(crate) struct Words<'a> {
    pub(crate) def: &'a VariantDef,
}

/// The article or number before a noun.
#[derive(Clone, Copy)]
enum Article<'a> {
    /// `a rook`
    A,
    /// `each rook`
    Each,
    /// `no rook`
    No,
    /// `the only rook`
    Only,
    /// `at least 2 rooks`
    Number(&'a str),
}

impl Words<'_> {
    /// A condition as the end of a sentence after `if`.
    pub(crate) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Count(from, to, set) => self.count(*from, *to, set),
            Condition::Compare(Measure::Value(_), left, order, right) => {
                let more = match order {
                    Order::Less => "less than",
                    Order::AtMost => "no more than",
                    Order::Equal => "as much as",
                    Order::AtLeast => "no less than",
                    Order::More => "more than",
                };
                let [left, right] = [left, right].map(|set| self.noun(set, Article::Number("all")));
                format!("{left} are together worth {more} {right}")
            }
            Condition::Compare(Measure::Count, left, order, right) => {
                let (more, than) = match order {
                    Order::Less => ("fewer", "than"),
                    Order::AtMost => ("no more", "than"),
                    Order::Equal => ("as many", "as"),
                    Order::AtLeast => ("no fewer", "than"),
                    Order::More => ("more", "than"),
                };
                let left = self.noun(left, Article::Number(more));
                let right = self.noun(right, Article::Number(""));
                format!("there are {left} {than} {}", right.trim())
            }
            Condition::Event(event) => match event {
                Event::Move => "a piece moves",
                Event::Capture => "it is a capture",
                Event::Quiet => "it is a quiet move",
                Event::Drop => "it is a drop",
                Event::Castling => "it is castling",
                Event::Promotion => "it is a promotion",
                Event::Pass => "it is a pass",
                Event::Check => "it gives check",
                Event::Mate => "it gives mate",
            }
            .to_owned(),
            Condition::Not(condition) => match &**condition {
                Condition::Event(event) => {
                    let said = self.condition(&Condition::Event(*event));
                    match said.strip_prefix("it is ") {
                        Some(rest) => format!("it is not {rest}"),
                        None => format!("it is not true that {said}"),
                    }
                }
                Condition::Count(1, None, set) => self.count(0, Some(0), set),
                condition => format!("it is not true that {}", self.condition(condition)),
            },
            Condition::All(all) => {
                // Conditions on the position after the move come last, so that nothing following
                // reads as part of them.
                let is_later = |one: &&Condition| matches!(one, Condition::At(Moment::After, _));
                let (later, now): (Vec<&Condition>, Vec<&Condition>) =
                    all.iter().partition(is_later);
                let said = now.into_iter().chain(later).map(|one| match one {
                    // `and` binds closer than `or`.
                    Condition::Any(_) => format!("either {}", self.condition(one)),
                    one => self.condition(one),
                });
                said.collect::<Vec<_>>().join(" and ")
            }
            Condition::Any(any) => {
                let said = any.iter().map(|one| self.condition(one));
                said.collect::<Vec<_>>().join(" or ")
            }
            Condition::InCheck => "the side that moves is in check".to_owned(),
            Condition::Turn(0, Some(to)) => format!("it is no later than move {to}"),
            Condition::Turn(from, None) => format!("it is move {from} or a later one"),
            Condition::Turn(from, Some(to)) if from == to => format!("it is move {from}"),
            Condition::Turn(from, Some(to)) => format!("it is one of the moves {from} to {to}"),
            // Normal forms are not described.
            Condition::Becomes(_) => String::new(),
            Condition::At(Moment::Before, condition) => self.condition(condition),
            Condition::At(Moment::After, condition) => {
                format!("after it {}", self.condition(condition))
            }
        }
    }

    /// What a named set means, as a sentence; nothing if the rules page writes its meaning wherever it is used.
    pub(crate) fn named(&self, name: &str, set: &Set) -> Option<String> {
        let said = sentence(&format!("`{name}` is {}.", self.noun(set, Article::Each)));
        set.is_long().then_some(said)
    }

    /// An effect clause as a sentence.
    pub(crate) fn effect(&self, effect: &EffectClause) -> String {
        let actions = effect.actions.iter().map(|act| self.act(act));
        let condition = effect.condition.as_ref();
        let actions: Vec<String> = actions.collect();
        let actions = list(&actions, "and");
        let said = match condition {
            None => format!("After a move {actions}"),
            Some(condition) => {
                format!("If {}, {actions} after the move", self.condition(condition))
            }
        };
        let said = if effect.repeats {
            format!("{said}, again and again until that changes nothing")
        } else {
            said
        };
        if effect.follows {
            sentence(&format!(
                "{said}, by which no royal piece is exposed or saved."
            ))
        } else {
            sentence(&format!("{said}."))
        }
    }

    fn act(&self, act: &Act) -> String {
        let noun = self.noun(&act.set, Article::Each);
        match &act.verb {
            Verb::Remove => format!("{noun} leaves the board"),
            Verb::Capture => format!("{noun} is captured"),
            Verb::ChangeSide => format!("{noun} changes side"),
            Verb::Become(Become::Kinds(kinds)) => {
                let names = kinds.iter().filter_map(|id| self.name(id.index()));
                let names: Vec<String> = names.map(|name| with_article(&name)).collect();
                format!("{noun} becomes {}", any_of(&names))
            }
            Verb::Become(Become::Pieces(set)) => {
                format!("{noun} becomes what {} is", self.noun(set, Article::A))
            }
            Verb::Put(side, kinds) => {
                let piece = [Set::Side(*side), Set::Kinds(*kinds)];
                let piece = self.noun_of(&piece, Article::A);
                format!("{piece} appears on {}", self.square(&act.set))
            }
            Verb::Choose { or_none } => {
                let may = if *or_none { "may choose" } else { "chooses" };
                format!(
                    "the side that moves {may} {}",
                    self.noun(&act.set, Article::A)
                )
            }
            Verb::Mark { marks, .. } => {
                let names = marks.iter().map(|mark| self.mark(*mark));
                let names: Vec<String> = names.collect();
                format!("the move marks {noun} as {}", any_of(&names))
            }
            Verb::Stay { is_optional: false } => format!("{noun} stays where it is"),
            Verb::Stay { is_optional: true } => format!("{noun} may stay where it is"),
            Verb::Go(goal, otherwise) => {
                let (goes, stays, removed) = if act.of_captured {
                    ("comes back on", "it is captured as usual", "it is lost")
                } else {
                    ("goes to", "it stays where it is", "it leaves the board")
                };
                let goal = match goal {
                    Goal::Home(HomeChoice::Usual) => "its home square".to_owned(),
                    Goal::Home(HomeChoice::ByFile) => "its home square on its file".to_owned(),
                    Goal::Home(HomeChoice::ByColor) => {
                        "its home square of the color of its square".to_owned()
                    }
                    Goal::Square(set) => self.square(set),
                    Goal::Hand(is_own) => {
                        let whose = if *is_own {
                            "that moves"
                        } else {
                            "that does not move"
                        };
                        return format!("{noun} goes to the hand of the side {whose}");
                    }
                };
                let otherwise = match otherwise {
                    Otherwise::Illegal => "the move is illegal",
                    Otherwise::Removed => removed,
                    Otherwise::Stays => stays,
                };
                format!("{noun} {goes} {goal} (if that is not free, {otherwise})")
            }
        }
    }

    /// A set of one square.
    fn square(&self, set: &Set) -> String {
        match set {
            Set::Part(part) => part_words(*part).to_owned(),
            Set::Last(part) => last_place(*part).to_owned(),
            Set::Zone(zone) => zone.words(&self.def.shape),
            Set::It => "its square".to_owned(),
            Set::Chosen(_) => "the chosen square".to_owned(),
            set => self.noun(set, Article::Only),
        }
    }

    /// A clause that gives moves to pieces, as a sentence.
    pub(crate) fn moves(&self, clause: &MoveClause) -> String {
        let noun = self.noun(&clause.pieces, Article::Each);
        let to = match clause.verb {
            MoveVerb::Swap => " places with",
            MoveVerb::Become => "",
            MoveVerb::Move => " to",
        };
        let goal = clause.goal.as_ref().map(|goal| match goal {
            goal if clause.verb != MoveVerb::Move => {
                format!("{to} {}", self.noun(goal, Article::A))
            }
            Set::Zone(zone) => format!(" to {}", zone.words(&self.def.shape)),
            goal => format!(" to {}", self.noun(goal, Article::A)),
        });
        let model = clause.model.as_ref().map(|model| match model {
            Model::Kinds(kinds) => {
                let names = kinds.iter().filter_map(|id| self.name(id.index()));
                let names: Vec<String> = names.map(|name| with_article(&name)).collect();
                format!(" as {}", any_of(&names))
            }
            Model::Pieces(Set::It) => " as its own kind".to_owned(),
            Model::Pieces(set) => format!(" as {}", self.noun(set, Article::A)),
            Model::Movement(_, text) => format!(" by `{text}`"),
        });
        let how = goal.unwrap_or_default() + &model.unwrap_or_default();
        let (verb, verbs, place) = match clause.verb {
            MoveVerb::Move => ("move", "moves", ""),
            MoveVerb::Swap => ("change", "changes", ""),
            MoveVerb::Become => ("become", "becomes", " where it stands"),
        };
        let moves = if clause.is_of_enemies {
            let lets = match clause.verb {
                MoveVerb::Move => format!("move {noun}"),
                MoveVerb::Swap | MoveVerb::Become => format!("let {noun} {verb}"),
            };
            format!("the side that moves may {lets}{how}{place}")
        } else if clause.is_only {
            let otherwise = match &clause.model {
                // Without a model, the clause does not apply.
                Some(Model::Pieces(set)) if !matches!(set, Set::It) => {
                    "; if there is no such piece, it moves as usual"
                }
                _ => "",
            };
            format!("{noun} only {verbs}{how}{place}{otherwise}")
        } else {
            format!("{noun} may also {verb}{how}{place}")
        };
        if let Some(condition) = &clause.condition {
            return sentence(&format!("If {}, {moves}.", self.condition(condition)));
        }
        sentence(&format!("{}.", capitalized(&moves)))
    }

    /// A stalemate with a condition.
    fn stalemate(&self, condition: &Condition) -> String {
        let stuck = match self.def.demand() {
            RoyalRule::Check => "the other side has no legal move and is not in check",
            _ => "the other side has no legal move",
        };
        match condition {
            Condition::All(all) if all.is_empty() => stuck.to_owned(),
            condition => format!("{stuck}, and {}", self.condition(condition)),
        }
    }

    /// An end of the game: how, the winner, and whether the material decides a draw.
    pub(crate) fn end(&self, end: &EndClause) -> EndWords {
        let how = match &end.condition {
            _ if end.asked == Asked::Stalemates => self.stalemate(&end.condition),
            Condition::At(Moment::After, condition) => {
                format!("after a move {}", self.condition(condition))
            }
            condition => self.condition(condition),
        };
        let (winner, divided) = match end.result {
            EndResult::OwnWins => (Some("the side that has moved"), None),
            EndResult::EnemyWins => (Some("the other side"), None),
            EndResult::Draw => (None, None),
            EndResult::OwnGets(parts, whole) => {
                let said =
                    format!("the side that has moved gets {parts} of {whole} parts of the point");
                (None, Some(said))
            }
        };
        EndWords {
            reason: end.reason,
            how: sentence(&format!("{}.", capitalized(&how))),
            winner,
            divided,
            by_material: end.result == EndResult::Draw,
        }
    }

    fn count(&self, from: usize, to: Option<usize>, set: &Set) -> String {
        if let Some((part, rest)) = subject(set) {
            let is_all = matches!(rest, [] | [Set::Side(Side::Any)]);
            let is_of_captures = part == part_words(MovePart::Captured);
            match (from, to) {
                (1, None) if is_all && is_of_captures => return "a piece is captured".to_owned(),
                (0, Some(0)) if is_all && is_of_captures => {
                    return "no piece is captured".to_owned();
                }
                _ => {}
            }
            let said = match rest {
                [] | [Set::Side(Side::Any)] => "there".to_owned(),
                rest => self.said_of(rest),
            };
            match (from, to) {
                (1, None) => return format!("{part} is {said}"),
                (0, Some(0)) => return format!("{part} is not {said}"),
                _ => {}
            }
        }
        let number = match (from, to) {
            (1, None) => return format!("there is {}", self.noun(set, Article::A)),
            (0, Some(0)) => return format!("there is {}", self.noun(set, Article::No)),
            (from, None) => format!("at least {from}"),
            (0, Some(to)) => format!("at most {to}"),
            (from, Some(to)) if from == to => format!("exactly {from}"),
            (from, Some(to)) => format!("{from} to {to}"),
        };
        let is = if is_one(&number) { "is" } else { "are" };
        format!("there {is} {}", self.noun(set, Article::Number(&number)))
    }

    /// A part of the move as a predicate after `is`.
    fn said_of(&self, parts: &[Set]) -> String {
        let is_noun = |set: &Set| {
            let is_side = matches!(set, Set::Side(side) if *side != Side::Any);
            is_side || set.kinds().is_some()
        };
        if parts.iter().any(is_noun) {
            return self.noun_of(parts, Article::A);
        }
        let parts = parts.iter().filter(|set| !matches!(set, Set::Side(_)));
        let said: Vec<String> = parts
            .map(|set| match set {
                Set::With(_) => format!("one {}", self.predicate(set)),
                set => self.predicate(set),
            })
            .collect();
        list(&said, "and")
    }

    /// A set as a noun phrase.
    fn noun(&self, set: &Set, article: Article<'_>) -> String {
        let parts = match set {
            Set::All(sets) => sets.as_slice(),
            set => std::slice::from_ref(set),
        };
        if let [Set::Any(sets)] = parts
            && set.kinds().is_none()
        {
            let nouns: Vec<String> = sets.iter().map(|set| self.noun(set, article)).collect();
            return any_of(&nouns);
        }
        match subject(set) {
            Some((part, [] | [Set::Side(Side::Any)])) => part.to_owned(),
            Some((part, rest)) => format!("{part}, if it is {},", self.said_of(rest)),
            None => self.noun_of(parts, article),
        }
    }

    /// A noun with its attributes.
    fn noun_of(&self, parts: &[Set], article: Article<'_>) -> String {
        let is_square = !parts.iter().any(Set::has_pieces_only);
        self.noun_with_head(parts, article, if is_square { "square" } else { "piece" })
    }

    /// A noun with its attributes; `head` is the noun if no part provides one.
    fn noun_with_head(&self, parts: &[Set], article: Article<'_>, head: &str) -> String {
        let is_many = matches!(article, Article::Number(number) if !is_one(number));
        let (that_is, that_has) = if is_many {
            ("that are", "that have")
        } else {
            ("that is", "that has")
        };
        let mut heads = Vec::new();
        let mut adjectives = Vec::new();
        let mut behind = Vec::new();
        for part in parts {
            if let Some(kinds) = part.kinds() {
                heads.extend(kinds.iter().filter_map(|id| self.name(id.index())));
                continue;
            }
            match part {
                Set::Side(Side::Any) => {}
                Set::Side(Side::Own) => adjectives.push("friendly"),
                Set::Side(Side::Enemy) => adjectives.push("enemy"),
                Set::Side(Side::White) => adjectives.push("white"),
                Set::Side(Side::Black) => adjectives.push("black"),
                Set::Royal(_) => adjectives.push("royal"),
                Set::Unmoved => adjectives.push("unmoved"),
                Set::Empty => heads.push("empty square".to_owned()),
                Set::Edge => heads.push("edge of the board".to_owned()),
                Set::Not(not) => match &**not {
                    Set::Royal(_) => adjectives.push("non-royal"),
                    Set::Unmoved => behind.push(format!("{that_has} moved")),
                    not if not.kinds().is_some() => {
                        behind.push(format!("other than {}", self.noun(not, Article::A)));
                    }
                    not => behind.push(format!("{that_is} not {}", self.predicate(not))),
                },
                part @ (Set::Part(_)
                | Set::Last(_)
                | Set::Stuck
                | Set::Trapped
                | Set::Named(..)
                | Set::Marked(_)) => {
                    behind.push(format!("{that_is} {}", self.predicate(part)));
                }
                part @ (Set::Any(_) | Set::All(_)) => {
                    behind.push(format!("{that_is} {}", self.predicate(part)));
                }
                other => behind.push(self.predicate(other)),
            }
        }
        if heads.is_empty() {
            heads.push(head.to_owned());
        }
        let adjectives: String = adjectives.iter().map(|word| format!("{word} ")).collect();
        let heads: Vec<String> = heads
            .iter()
            .map(|head| match article {
                Article::A => {
                    let noun = format!("{adjectives}{head}");
                    format!("{} {noun}", indefinite_article(&noun))
                }
                Article::Number(_) if is_many => format!("{head}s"),
                _ => head.clone(),
            })
            .collect();
        let head = any_of(&heads);
        let head = match article {
            Article::A => head,
            Article::No => format!("no {adjectives}{head}"),
            Article::Each => format!("each {adjectives}{head}"),
            Article::Only => format!("the only {adjectives}{head}"),
            Article::Number(number) => format!("{number} {adjectives}{head}"),
        };
        let behind: String = behind.iter().map(|said| format!(" {said}")).collect();
        head + &behind
    }

    /// A predicate after `is`.
    fn predicate(&self, set: &Set) -> String {
        match set {
            Set::Side(_) | Set::Kinds(_) => self.noun_of(std::slice::from_ref(set), Article::A),
            Set::Royal(_) => "royal".to_owned(),
            Set::Unmoved => "unmoved".to_owned(),
            Set::Stuck => "unable ever to move from its square".to_owned(),
            Set::Trapped => "attacked and not to be saved by any move".to_owned(),
            Set::Filter(_) | Set::Screen(_) => String::new(),
            Set::Empty => "empty".to_owned(),
            Set::Edge => "the edge of the board".to_owned(),
            Set::Part(part) => part_words(*part).to_owned(),
            Set::It => "it".to_owned(),
            Set::Chosen(_) => "what has been chosen".to_owned(),
            Set::Last(part) => last_place(*part).to_owned(),
            Set::Zone(zone) => format!("on {}", zone.words(&self.def.shape)),
            Set::Itself(likeness) => match likeness {
                Likeness::Itself => "the same piece",
                Likeness::SameKind => "of the same kind",
                Likeness::SameSide => "of the same side",
                Likeness::OtherSide => "of the opposite side",
            }
            .to_owned(),
            Set::Not(set) => format!("not {}", self.predicate(set)),
            Set::All(sets) => list(&self.predicates(sets), "and"),
            Set::Any(sets) => list(&self.predicates(sets), "or"),
            Set::Related(relation, set) => {
                let said = self.relation(relation, set);
                match &relation.open {
                    None => said,
                    Some(open) => format!("{said}, through {}", self.noun(open, Article::A)),
                }
            }
            Set::Named(name, _) => format!("in `{name}`"),
            Set::Marked(mark) => format!("marked as {}", self.mark(*mark)),
            Set::With(condition) => format!("for which {}", self.condition(condition)),
            Set::Enclosed(enclosure) => {
                let [one, other] = &enclosure.ends;
                let [one, other] = [one, other].map(|end| self.noun(end, Article::A));
                let between = format!("between {one} and {other}");
                let lines = &enclosure.lines;
                match &enclosure.text {
                    Some(text) if lines.iter().all(|line| !line.rides) => {
                        format!("directly {between} (`{text}`)")
                    }
                    Some(text) => format!("in a line (`{text}`) of pieces of one side {between}"),
                    None => format!("in a line of pieces of one side {between}"),
                }
            }
        }
    }

    fn predicates(&self, sets: &[Set]) -> Vec<String> {
        sets.iter().map(|set| self.predicate(set)).collect()
    }

    fn relation(&self, relation: &Relation, set: &Set) -> String {
        let noun = match set {
            // Attackers and protectors are pieces.
            Set::Not(_) if relation.is_of_attacks() => {
                self.noun_with_head(std::slice::from_ref(set), Article::A, "piece")
            }
            set => self.noun(set, Article::A),
        };
        let movement = match relation.reach.reach() {
            Reach::Movement(text) => text.betza.as_str(),
            _ => "",
        };
        match relation.kind {
            RelationKind::AttackedBy => format!("attacked by {noun}"),
            RelationKind::Attacking => format!("attacking {noun}"),
            RelationKind::GuardedBy => format!("guarded by {noun}"),
            RelationKind::Guarding => format!("guarding {noun}"),
            RelationKind::From => format!("within reach (`{movement}`) of {noun}"),
            RelationKind::To => format!("where `{movement}` leads to {noun}"),
        }
    }

    fn mark(&self, number: usize) -> String {
        mark_name(self.def, number).replace('-', " ")
    }

    fn name(&self, index: usize) -> Option<String> {
        let entry = self.def.pieces.get_index(index);
        entry.map(|(name, _)| name.replace('-', " "))
    }
}

/// The part of a move that a set refers to, in words, and the remaining conditions.
fn subject(set: &Set) -> Option<(&'static str, &[Set])> {
    let (first, rest) = match set {
        Set::All(sets) => sets.split_first()?,
        set => (set, [].as_slice()),
    };
    let part = match first {
        Set::Part(part) => part_words(*part),
        Set::Last(part) => last_words(*part),
        Set::It | Set::Itself(Likeness::Itself) => "it",
        Set::Chosen(_) => "what has been chosen",
        _ => return None,
    };
    Some((part, rest))
}

/// Whether a number is singular: `at most 1`.
fn is_one(number: &str) -> bool {
    number.ends_with(" 1")
}

/// A sentence without redundant commas.
pub(crate) fn sentence(said: &str) -> String {
    said.replace(",,", ",")
        .replace(",.", ".")
        .replace(", (", " (")
}
