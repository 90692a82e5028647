//! Queries over the syntax tree of clauses, and properties of compiled clauses.

use std::cell::Cell;

use super::clause::{
    Act, Become, Condition, EffectClause, Goal, Model, MoveClause, MovePart, Set, Verb,
};
use crate::definition::clause::{Event, Moment};
use crate::definition::{PieceId, PieceSet, RuleValue, VariantDef};
use crate::geometry::Square;
use crate::state::{Color, Piece, RuleState};

/// A condition or a set within a clause.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    Condition(&'a Condition),
    Set(&'a Set),
}

/// A tree of conditions and sets.
pub(crate) trait Inspect {
    /// Whether a node of the tree, the root included, has a property.
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool;

    /// Whether a condition within has a property.
    fn has_condition(&self, is_such: &dyn Fn(&Condition) -> bool) -> bool {
        self.any_node(&|node| matches!(node, Node::Condition(one) if is_such(one)))
    }

    /// Whether a set within has a property.
    fn has_set(&self, is_such: &dyn Fn(&Set) -> bool) -> bool {
        self.any_node(&|node| matches!(node, Node::Set(one) if is_such(one)))
    }

    /// Whether it depends on the move, or on the previous one.
    fn asks_for_move(&self) -> bool {
        self.any_node(&|node| {
            matches!(
                node,
                Node::Condition(Condition::Event(_) | Condition::Becomes(_))
                    | Node::Set(Set::Part(_) | Set::Last(_))
            )
        })
    }

    /// Whether it depends on a position after the move. Such a condition is tested when the move is
    /// made, so it removes no attacks.
    fn needs_move(&self) -> bool {
        // Check depends on attacks.
        self.tests_later_position() || self.asks_for_check()
    }

    /// Whether it tests the position after the move.
    fn tests_later_position(&self) -> bool {
        self.has_condition(&|one| {
            matches!(one, Condition::Becomes(_) | Condition::At(Moment::After, _))
        })
    }

    /// Whether it depends on check or mate.
    fn asks_for_check(&self) -> bool {
        self.has_condition(&|one| {
            matches!(
                one,
                Condition::InCheck | Condition::Event(Event::Check | Event::Mate)
            )
        })
    }

    /// Whether it depends on mate.
    fn asks_for_mate(&self) -> bool {
        self.has_condition(&|one| matches!(one, Condition::Event(Event::Mate)))
    }

    /// Whether it depends on the previous move.
    fn reads_last(&self) -> bool {
        self.has_set(&|one| matches!(one, Set::Last(_)))
    }

    /// Whether it depends on which pieces have not moved.
    fn depends_on_first_moves(&self) -> bool {
        self.has_set(&|one| matches!(one, Set::Unmoved))
    }

    /// The last move number that it distinguishes from later ones; 0 if it does not depend on the move number.
    fn last_turn(&self) -> u16 {
        let last = Cell::new(0);
        self.has_condition(&|one| {
            if let Condition::Turn(from, to) = one {
                let number = to.unwrap_or_else(|| from.saturating_sub(1));
                last.set(last.get().max(number));
            }
            false
        });
        u16::try_from(last.get()).unwrap_or(u16::MAX)
    }
}

impl Inspect for Condition {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        is_such(Node::Condition(self))
            || match self {
                Condition::Not(one) | Condition::At(_, one) => one.any_node(is_such),
                Condition::All(all) | Condition::Any(all) => {
                    all.iter().any(|one| one.any_node(is_such))
                }
                Condition::Count(_, _, set) => set.any_node(is_such),
                Condition::Compare(_, left, _, right) => {
                    left.any_node(is_such) || right.any_node(is_such)
                }
                Condition::Event(_)
                | Condition::InCheck
                | Condition::Turn(..)
                | Condition::Becomes(_) => false,
            }
    }
}

impl Inspect for Set {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        let within = |set: &Set| set.any_node(is_such);
        is_such(Node::Set(self))
            || match self {
                Set::Not(set) | Set::Named(_, set) => within(set),
                Set::Related(relation, set) => {
                    within(set) || relation.open.as_deref().is_some_and(within)
                }
                Set::All(sets) | Set::Any(sets) => sets.iter().any(within),
                Set::With(condition) => condition.any_node(is_such),
                Set::Enclosed(enclosure) => enclosure.ends.iter().any(within),
                _ => false,
            }
    }
}

impl Inspect for Act {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        let other = match &self.verb {
            Verb::Go(Goal::Square(set), _) | Verb::Become(Become::Pieces(set)) => Some(set),
            _ => None,
        };
        self.set.any_node(is_such) || other.is_some_and(|set| set.any_node(is_such))
    }
}

impl Inspect for EffectClause {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        let condition = self.condition.as_ref();
        condition.is_some_and(|condition| condition.any_node(is_such))
            || self.actions.iter().any(|act| act.any_node(is_such))
    }
}

impl Inspect for MoveClause {
    fn any_node(&self, is_such: &dyn Fn(Node<'_>) -> bool) -> bool {
        let condition = self.condition.as_ref();
        let model = match &self.model {
            Some(Model::Pieces(set)) => Some(set),
            _ => None,
        };
        let sets = [Some(&self.pieces), self.goal.as_ref(), model];
        condition.is_some_and(|condition| condition.any_node(is_such))
            || sets.into_iter().flatten().any(|set| set.any_node(is_such))
            || (self.effect.as_ref()).is_some_and(|effect| effect.any_node(is_such))
    }
}

// Properties of clauses, conditions and sets.

impl EffectClause {
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
    /// The sets that it intersects; itself if it is no intersection.
    pub(crate) fn factors(&self) -> &[Set] {
        match self {
            Set::All(sets) => sets,
            set => std::slice::from_ref(set),
        }
    }

    /// The kinds, if the set is defined by kinds alone, in normal form too.
    pub(crate) fn kinds(&self) -> Option<PieceSet> {
        match self {
            Set::Kinds(kinds) => Some(*kinds),
            Set::Filter(filter) => Some(filter.kinds()),
            Set::Any(sets) => {
                let kinds = sets.iter().map(Set::kinds);
                let kinds: Option<Vec<PieceSet>> = kinds.collect();
                let kinds = kinds.filter(|kinds| !kinds.is_empty())?;
                Some(kinds.into_iter().flat_map(PieceSet::iter).collect())
            }
            _ => None,
        }
    }

    /// Whether all elements have a property: one of the sets of an intersection has it, or all sets of a union.
    pub(crate) fn are_all(&self, have: &dyn Fn(&Set) -> bool) -> bool {
        match self {
            Set::All(sets) => sets.iter().any(|set| set.are_all(have)),
            Set::Any(sets) => sets.iter().all(|set| set.are_all(have)),
            Set::Named(_, set) => set.are_all(have),
            set => have(set),
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

    /// Whether it is defined by kinds alone and none of them has a property.
    pub(crate) fn has_none(&self, is_such: impl Fn(PieceId) -> bool + Copy) -> bool {
        match self {
            Set::Kinds(kinds) => !kinds.iter().any(is_such),
            Set::Any(sets) => sets.iter().all(|set| set.has_none(is_such)),
            _ => false,
        }
    }
}

// Marks: signs on squares that clauses set and test, independent of the pieces there.
//
// The state is a list of numbers: the number of marks; four numbers for each mark, the supplies and waiting
// turns of White and Black; then a mark, a square and the turns left for each marked square, in order.

/// The count of numbers for each mark before the marked squares.
const BY_MARK: usize = 4;

/// The count of numbers for each marked square.
const BY_SQUARE: usize = 3;

/// The state of the marks while it changes.
pub(crate) struct Marks(Vec<i64>);

impl Marks {
    /// Marks without squares and waiting turns; the supplies are negative if unlimited.
    pub(crate) fn new(supplies: impl ExactSizeIterator<Item = [i64; 2]>) -> Marks {
        let n_marks = supplies.len() as i64;
        let sides = supplies.flat_map(|[white, black]| [white, black, 0, 0]);
        Marks([n_marks].into_iter().chain(sides).collect())
    }

    pub(crate) fn of(state: &RuleState) -> Marks {
        Marks(state.numbers().to_vec())
    }

    pub(crate) fn state(self) -> RuleState {
        RuleState::new(self.0)
    }

    /// The index of the first marked square.
    fn begin(&self) -> usize {
        1 + BY_MARK * self.0[0] as usize
    }

    /// The remaining uses of a mark by side; negative if unlimited.
    pub(crate) fn supplies(&mut self, mark: usize) -> &mut [i64] {
        let at = 1 + BY_MARK * mark;
        &mut self.0[at..at + 2]
    }

    /// The waiting turns of a mark by side.
    pub(crate) fn waits(&mut self, mark: usize) -> &mut [i64] {
        let at = 3 + BY_MARK * mark;
        &mut self.0[at..at + 2]
    }

    /// Marks a square for a number of turns after this one.
    pub(crate) fn mark(&mut self, mark: usize, square: Square, turns: i64) {
        let begin = self.begin();
        let key = [mark as i64, square.index() as i64];
        let mut entries = self.0[begin..].chunks_exact(BY_SQUARE);
        let place = entries.position(|entry| entry[..2] >= key[..]);
        let at = place.map_or(self.0.len(), |place| begin + BY_SQUARE * place);
        if self.0.get(at..at + 2) == Some(&key[..]) {
            self.0[at + 2] = self.0[at + 2].max(turns);
        } else {
            self.0.splice(at..at, [key[0], key[1], turns]);
        }
    }

    /// Ends a turn of a side: marks expire, and the side waits a turn less.
    pub(crate) fn end_turn(&mut self, side: Color) {
        for mark in 0..self.0[0] as usize {
            let wait = &mut self.waits(mark)[side.index()];
            *wait -= i64::from(*wait > 0);
        }
        let begin = self.begin();
        let kept: Vec<i64> = (self.0[begin..].chunks_exact(BY_SQUARE))
            .filter(|entry| entry[2] > 0)
            .flat_map(|entry| [entry[0], entry[1], entry[2] - 1])
            .collect();
        self.0.splice(begin.., kept);
    }

    /// The same marks with the sides and the board reversed.
    pub(crate) fn mirrored(state: &RuleState, mirror: impl Fn(Square) -> Square) -> Marks {
        let mut marks = Marks::of(state);
        for mark in 0..marks.0[0] as usize {
            marks.supplies(mark).reverse();
            marks.waits(mark).reverse();
        }
        let begin = marks.begin();
        marks.0.truncate(begin);
        for (mark, square, left) in marked(state) {
            marks.mark(mark, mirror(square), left);
        }
        marks
    }
}

/// The marked squares of a state: mark, square and number of turns after this one.
pub(crate) fn marked(state: &RuleState) -> impl Iterator<Item = (usize, Square, i64)> {
    let begin = 1 + BY_MARK * state.number(0) as usize;
    let entries = state.numbers().get(begin..).unwrap_or_default();
    let entries = entries.chunks_exact(BY_SQUARE);
    entries.map(|entry| (entry[0] as usize, Square::new(entry[1] as u16), entry[2]))
}

/// Whether the end of a turn changes a state: squares are marked, or a side waits.
pub(crate) fn may_expire(state: &RuleState) -> bool {
    let n_sides = BY_MARK * state.number(0) as usize;
    let sides = state.numbers().get(1..=n_sides).unwrap_or_default();
    let mut waits = sides
        .chunks_exact(BY_MARK)
        .flat_map(|numbers| &numbers[2..]);
    state.numbers().len() > 1 + n_sides || waits.any(|wait| *wait > 0)
}

/// Whether a side may use a mark.
pub(crate) fn may_mark(state: &RuleState, mark: usize, side: Color) -> bool {
    let begin = 1 + BY_MARK * mark + side.index();
    state.number(begin) != 0 && state.number(begin + 2) == 0
}

/// The marks of a variant in order, and whether their use is limited.
pub(crate) fn declared(def: &VariantDef) -> impl Iterator<Item = (&str, bool)> {
    let rule = def.rules.builtin.get("marks").into_iter();
    rule.flatten().filter_map(|(name, value)| match value {
        RuleValue::Table(keys) => {
            let is_limited = keys.contains_key("supply") || keys.contains_key("wait");
            Some((name.as_str(), is_limited))
        }
        _ => None,
    })
}

/// The name of a mark of a variant.
pub(crate) fn mark_name(def: &VariantDef, number: usize) -> &str {
    declared(def).nth(number).map_or("", |(name, _)| name)
}
