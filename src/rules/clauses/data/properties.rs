//! Properties of clauses, conditions and sets.

use super::clause::{Condition, EffectClause, MovePart, Set, Verb};
use super::inspect::Inspect;
use crate::definition::clause::Moment;
use crate::definition::{PieceId, PieceSet};
use crate::state::Piece;

impl EffectClause {
    /// Whether it is performed after the test for check.
    pub(crate) const fn follows(&self) -> bool {
        self.follows
    }

    /// The actions, in normal form, that leave royal pieces out, as sentences.
    pub(crate) fn royal_exceptions(
        &self,
        is_royal: impl Fn(Piece) -> bool + Copy,
    ) -> impl Iterator<Item = &'static str> {
        let has = |verb: fn(&Verb) -> bool| {
            let mut actions = self.actions.iter();
            actions.any(|act| verb(&act.verb) && act.set.may_have(is_royal))
        };
        let removes = has(|verb| matches!(verb, Verb::Remove));
        let turns = has(|verb| matches!(verb, Verb::Become(_)));
        let removal = "Royal pieces do not leave the board in this way.";
        let change = "In this way a royal piece becomes only another royal piece.";
        let removal = removes.then_some(removal).into_iter();
        removal.chain(turns.then_some(change))
    }

    pub(crate) fn changes_sides(&self) -> bool {
        let mut actions = self.actions.iter();
        !self.follows && actions.any(|act| matches!(act.verb, Verb::ChangeSide))
    }
}

impl Condition {
    /// Whether it holds only for captures of non-royal pieces, which do not give check.
    pub(crate) fn spares_royals(&self, is_royal: impl Fn(PieceId) -> bool + Copy) -> bool {
        match self {
            Condition::Count(1.., _, Set::All(sets)) => match sets.as_slice() {
                [Set::Part(MovePart::Captured), sets @ ..] => {
                    sets.iter().any(|set| set.has_none(is_royal))
                }
                _ => false,
            },
            Condition::All(all) => all.iter().any(|one| one.spares_royals(is_royal)),
            _ => false,
        }
    }

    /// Whether it depends only on the position after a move.
    pub(crate) fn is_about_position(&self) -> bool {
        match self {
            Condition::Not(condition) => condition.is_about_position(),
            Condition::All(all) | Condition::Any(all) => {
                all.iter().all(Condition::is_about_position)
            }
            Condition::At(Moment::After, condition) => !condition.asks_for_move(),
            _ => false,
        }
    }
}

impl Set {
    /// The kinds, if the set is defined by kinds alone.
    pub(crate) fn kinds(&self) -> Option<PieceSet> {
        match self {
            Set::Kinds(kinds) => Some(*kinds),
            Set::Any(sets) => {
                let kinds = sets.iter().map(Set::kinds);
                let kinds: Option<Vec<PieceSet>> = kinds.collect();
                let kinds = kinds.filter(|kinds| !kinds.is_empty())?;
                Some(kinds.into_iter().flat_map(PieceSet::iter).collect())
            }
            _ => None,
        }
    }

    /// The kinds of all its possible pieces, if it names them.
    pub(crate) fn known_kinds(&self) -> Option<PieceSet> {
        match self {
            Set::All(sets) => sets.iter().find_map(Set::known_kinds),
            Set::Named(_, set) => set.known_kinds(),
            set => set.kinds(),
        }
    }

    /// Whether it depends on the piece `it`. Within `with`, the word refers to another piece.
    pub(crate) fn is_about_it(&self) -> bool {
        match self {
            Set::It => true,
            Set::Not(set) | Set::Named(_, set) => set.is_about_it(),
            Set::Related(relation, set) => {
                set.is_about_it() || relation.open.as_deref().is_some_and(Set::is_about_it)
            }
            Set::All(sets) | Set::Any(sets) => sets.iter().any(Set::is_about_it),
            Set::Enclosed(enclosure) => enclosure.ends.iter().any(Set::is_about_it),
            _ => false,
        }
    }

    /// Whether its description is so long that the rules page gives it only once, at its name.
    pub(crate) fn is_long(&self) -> bool {
        self.has_set(&|set| matches!(set, Set::With(_) | Set::Related(..) | Set::Enclosed(_)))
    }

    pub(crate) const fn is_chosen(&self) -> bool {
        matches!(self, Set::Chosen(_))
    }

    /// Whether it is defined by kinds alone and none of them has a property.
    pub(crate) fn has_none(&self, is_such: impl Fn(PieceId) -> bool + Copy) -> bool {
        match self {
            Set::Kinds(kinds) => !kinds.iter().any(is_such),
            Set::Any(sets) => sets.iter().all(|set| set.has_none(is_such)),
            _ => false,
        }
    }
}
