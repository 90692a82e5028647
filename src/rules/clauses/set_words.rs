//! Descriptions of sets for the rules page.

use super::data::{Likeness, MovePart, Relation, RelationKind, Set, Side, mark_name};
use crate::definition::{Reach, VariantDef, either, one_of};
use crate::geometry::list;
use crate::rules::wording::any_of;

/// Generator of the descriptions of one variant.
pub(crate) struct Words<'a> {
    pub(crate) def: &'a VariantDef,
    /// The number of choices in the clause.
    pub(super) n_choices: usize,
}

impl<'a> Words<'a> {
    pub(crate) const fn of(def: &'a VariantDef) -> Words<'a> {
        let n_choices = 0;
        Words { def, n_choices }
    }
}

/// The article or number before a noun.
#[derive(Clone, Copy)]
pub(super) enum Article<'a> {
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
    /// A part of the move as a predicate after `is`.
    pub(super) fn said_of(&self, parts: &[Set]) -> String {
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

    /// The part of a move that a set refers to, in words, and the remaining conditions.
    pub(super) fn subject<'s>(&self, set: &'s Set) -> Option<(String, &'s [Set])> {
        let (first, rest) = match set {
            Set::All(sets) => sets.split_first()?,
            set => (set, [].as_slice()),
        };
        let part = match first {
            Set::Part(part) => part_words(*part).to_owned(),
            Set::Last(part) => last_words(*part).to_owned(),
            Set::It | Set::Itself(Likeness::Itself) => "it".to_owned(),
            Set::Chosen(number) => self.choice(*number),
            _ => return None,
        };
        Some((part, rest))
    }

    /// A set as a noun phrase.
    pub(super) fn noun(&self, set: &Set, article: Article<'_>) -> String {
        let parts = set.factors();
        if let [Set::Any(sets)] = parts
            && set.kinds().is_none()
        {
            return any_of(sets.iter().map(|set| self.noun(set, article)));
        }
        match self
            .subject(set)
            .filter(|_| !matches!(article, Article::Number(_)))
        {
            Some((part, [] | [Set::Side(Side::Any)])) => part,
            Some((part, rest)) => {
                let part = with_piece(&part, rest);
                format!("{part}, if it is {},", self.said_of(rest))
            }
            None => self.noun_of(parts, article),
        }
    }

    /// A noun with its attributes.
    pub(super) fn noun_of(&self, parts: &[Set], article: Article<'_>) -> String {
        let is_piece = |set: &Set| match set {
            Set::Part(part) | Set::Last(part) => !matches!(part, MovePart::From | MovePart::To),
            set => set.has_pieces_only(),
        };
        let head = if parts.iter().any(is_piece) {
            "piece"
        } else {
            "square"
        };
        self.noun_with_head(parts, article, head)
    }

    /// A noun with its attributes; `head` is the noun if no part provides one.
    pub(super) fn noun_with_head(&self, parts: &[Set], article: Article<'_>, head: &str) -> String {
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
                let named = kinds.iter().filter(|id| self.def.is_named_in(kinds, *id));
                heads.extend(named.filter_map(|id| self.name(id.index())));
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
                Set::Frozen => adjectives.push("frozen"),
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
                // The same words for one and for several.
                Set::Part(MovePart::Captured) => behind.push("that the move captures".to_owned()),
                Set::Last(MovePart::Captured) => {
                    behind.push("that the latest move captured".to_owned());
                }
                part @ (Set::Part(_)
                | Set::Last(_)
                | Set::It
                | Set::Chosen(_)
                | Set::Itself(Likeness::Itself)
                | Set::Stuck
                | Set::Trapped
                | Set::Named(..)
                | Set::Marked(_)
                | Set::Any(_)
                | Set::All(_)) => {
                    behind.push(format!("{that_is} {}", self.predicate(part)));
                }
                other => behind.push(self.predicate(other)),
            }
        }
        if heads.is_empty() {
            heads.push(head.to_owned());
        }
        let adjectives: String = adjectives.iter().map(|word| format!("{word} ")).collect();
        let head = any_of(heads.iter().map(|head| match article {
            Article::A => one_of(&format!("{adjectives}{head}")),
            Article::Number(_) if is_many => format!("{head}s"),
            _ => head.clone(),
        }));
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
    pub(super) fn predicate(&self, set: &Set) -> String {
        match set {
            Set::Side(_) | Set::Kinds(_) => self.noun_of(std::slice::from_ref(set), Article::A),
            Set::Royal(_) => "royal".to_owned(),
            Set::Unmoved => "unmoved".to_owned(),
            Set::Stuck => "unable ever to move from its square".to_owned(),
            Set::Trapped => "attacked and not to be saved by any move".to_owned(),
            Set::Frozen => "frozen".to_owned(),
            Set::Filter(_) | Set::Screen(_) => String::new(),
            Set::Empty => "empty".to_owned(),
            Set::Edge => "the edge of the board".to_owned(),
            Set::Part(part) => part_words(*part).to_owned(),
            Set::It => "it".to_owned(),
            Set::Chosen(number) => self.choice(*number),
            Set::Last(part) => last_place(*part).to_owned(),
            Set::Zone(zone) => format!("on {}", either(&zone.words(&self.def.shape))),
            Set::Itself(likeness) => match likeness {
                Likeness::Itself => "the same piece",
                Likeness::SameKind => "of the same kind",
                Likeness::SameSide => "of the same side",
                Likeness::OtherSide => "of the opposite side",
            }
            .to_owned(),
            Set::Not(set) => match &**set {
                Set::All(sets) if !sets.iter().any(is_noun) => {
                    format!("not both {}", list(&self.predicates(sets), "and"))
                }
                set => format!("not {}", self.predicate(set)),
            },
            Set::All(sets) => self.said_of(sets),
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

    /// A choice in words.
    pub(super) fn choice(&self, number: usize) -> String {
        match (self.n_choices, number) {
            (0 | 1, _) => "what has been chosen".to_owned(),
            (_, 0) => "the first choice".to_owned(),
            (_, 1) => "the second choice".to_owned(),
            (_, number) => format!("choice {}", number + 1),
        }
    }

    pub(super) fn mark(&self, number: usize) -> String {
        mark_name(self.def, number).replace('-', " ")
    }

    pub(super) fn name(&self, index: usize) -> Option<String> {
        let entry = self.def.pieces.get_index(index);
        entry.map(|(name, _)| name.replace('-', " "))
    }
}

/// Whether the words of a set are a noun: `a rook`, `an enemy piece`.
fn is_noun(set: &Set) -> bool {
    let is_side = matches!(set, Set::Side(side) if *side != Side::Any);
    is_side || set.kinds().is_some()
}

/// A part of a move, or the piece on it if the conditions are about pieces.
pub(super) fn with_piece(part: &str, conditions: &[Set]) -> String {
    let is_square = part.starts_with("the square");
    if is_square && conditions.iter().any(Set::has_pieces_only) {
        format!("the piece on {part}")
    } else {
        part.to_owned()
    }
}

/// Whether a number is singular: `at most 1`.
pub(super) fn is_one(number: &str) -> bool {
    number.ends_with(" 1")
}

/// A part of the move, or the piece that is there.
pub(super) const fn part_words(part: MovePart) -> &'static str {
    match part {
        MovePart::Mover => "the moving piece",
        MovePart::From => "the square that the moving piece leaves",
        MovePart::To => "the square to which it moves",
        MovePart::Captured => "the captured piece",
        MovePart::Partner => "a piece that moves with it",
    }
}

/// The place of a part of the latest move, or the piece that is there now.
pub(super) const fn last_place(part: MovePart) -> &'static str {
    match part {
        MovePart::From => "the square that the latest move left",
        part => last_words(part),
    }
}

/// A part of the latest move.
pub(super) const fn last_words(part: MovePart) -> &'static str {
    match part {
        MovePart::Mover => "the piece that made the latest move",
        MovePart::From => "the piece that made the latest move, as it was before,",
        MovePart::To => "the square to which the latest move led",
        MovePart::Captured => "the piece that the latest move captured",
        MovePart::Partner => "the piece that moved with the latest move",
    }
}
