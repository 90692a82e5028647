//! What rules of a program's own do to a position: effects of moves, and what is remembered.

use std::fmt;

use smallvec::SmallVec;

use super::piece::{Color, Piece, Role};
use crate::geometry::Square;

/// The number of a custom rule, in the order of the definition.
///
/// Meaningful only with the variant that issued it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(u8);

impl RuleId {
    /// The largest number of custom rules in a variant.
    pub const MAX: usize = 128;

    /// The rule with this number, if there can be so many.
    pub(crate) const fn new(number: usize) -> Option<RuleId> {
        if number < RuleId::MAX {
            Some(RuleId(number as u8))
        } else {
            None
        }
    }

    /// Its number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Something that a move does beside what its other fields say.
///
/// Effects happen when all pieces of the move have been put down, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// A piece comes to stand on a square, in place of what stood there. It has moved.
    Put {
        /// Where.
        square: Square,
        /// What.
        piece: Piece,
    },
    /// What stands on a square leaves the board, and goes to nobody's hand.
    Remove {
        /// Where.
        square: Square,
    },
    /// The piece on a square goes to another one, in place of what stood there. It has moved.
    Shift {
        /// From where.
        from: Square,
        /// Where to.
        to: Square,
    },
    /// The piece on a square counts as one that has not moved.
    Unmove {
        /// Where.
        square: Square,
    },
    /// The number of pieces of a kind in a hand becomes larger or smaller.
    Hand {
        /// Whose hand.
        color: Color,
        /// The kind.
        role: Role,
        /// By how much.
        change: i8,
    },
    /// The piece that moves comes by a square on its way, where its move text has a comma. Nothing
    /// happens there.
    Via {
        /// Where.
        square: Square,
    },
    /// The piece that the move drops, or puts on a square that it leaves, comes from what a rule
    /// [holds](crate::rules::Rule::stock), and not from the hand. The rule takes it out when it
    /// remembers the move.
    Supply {
        /// Which rule.
        rule: RuleId,
    },
    /// A square gets a mark.
    Mark {
        /// The rule that remembers it.
        rule: RuleId,
        /// Which mark, by its number in the rule.
        mark: u8,
        /// Where.
        square: Square,
    },
    /// A rule remembers something else from now on.
    State {
        /// Which rule.
        rule: RuleId,
        /// What it remembers.
        state: RuleState,
    },
    /// The position that is [kept](super::SpecialState::kept) comes back, and nothing else happens.
    TakeBack,
}

impl Effect {
    /// Whether anything on the board may be different by it.
    pub(crate) const fn is_on_board(&self) -> bool {
        match self {
            Effect::Put { .. }
            | Effect::Remove { .. }
            | Effect::Shift { .. }
            | Effect::Unmove { .. }
            | Effect::TakeBack => true,
            Effect::Hand { .. }
            | Effect::Via { .. }
            | Effect::Supply { .. }
            | Effect::Mark { .. }
            | Effect::State { .. } => false,
        }
    }
}

/// The further effects of a move; most have none, and nothing is allocated for those.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effects(Option<Box<EffectList>>);

/// Behind a thin pointer, so that moves stay small. Most have one, which is in the list itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct EffectList(SmallVec<[Effect; 1]>);

impl Effects {
    /// No effects.
    pub const fn new() -> Effects {
        Effects(None)
    }

    /// Adds an effect behind the others.
    pub fn push(&mut self, effect: Effect) {
        let list = self
            .0
            .get_or_insert_with(|| Box::new(EffectList(SmallVec::new())));
        list.0.push(effect);
    }

    /// The effects in their order.
    pub fn as_slice(&self) -> &[Effect] {
        self.0.as_deref().map_or(&[], |list| &list.0)
    }

    /// The effects in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, Effect> {
        self.as_slice().iter()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        // A list is made for its first effect.
        self.0.is_none()
    }
}

impl Extend<Effect> for Effects {
    fn extend<I: IntoIterator<Item = Effect>>(&mut self, effects: I) {
        effects.into_iter().for_each(|effect| self.push(effect));
    }
}

impl<'a> IntoIterator for &'a Effects {
    type Item = &'a Effect;
    type IntoIter = std::slice::Iter<'a, Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// What a custom rule remembers of a game: numbers that mean something to that rule only.
///
/// Squares, pieces and sides are remembered by their numbers, such as
/// [`Square::index`](crate::geometry::Square::index).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleState(Vec<i64>);

impl RuleState {
    /// A memory without anything in it.
    pub const EMPTY: RuleState = RuleState(Vec::new());

    /// These numbers.
    pub fn new(numbers: impl IntoIterator<Item = i64>) -> RuleState {
        RuleState(numbers.into_iter().collect())
    }

    /// The numbers.
    pub fn numbers(&self) -> &[i64] {
        &self.0
    }

    /// The number at an index; 0 if there are not so many.
    pub fn number(&self, index: usize) -> i64 {
        self.0.get(index).copied().unwrap_or(0)
    }
}

/// What all custom rules of a variant remember; nothing is allocated where nothing is remembered.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct RuleStates(Option<Box<StateList>>);

/// Behind a thin pointer, so that arrangements stay small. The last of the list is no empty memory, so that
/// equal memories have equal lists.
#[derive(Clone, PartialEq, Eq, Hash)]
struct StateList(Vec<RuleState>);

impl RuleStates {
    /// The memories of the rules, in their order.
    pub(crate) fn of(states: impl IntoIterator<Item = RuleState>) -> RuleStates {
        let mut list = RuleStates(Some(Box::new(StateList(states.into_iter().collect()))));
        list.trim();
        list
    }

    /// What a rule remembers.
    pub fn get(&self, rule: RuleId) -> &RuleState {
        const NOTHING: &RuleState = &RuleState::EMPTY;
        let list = self.0.as_ref();
        list.and_then(|list| list.0.get(rule.index()))
            .unwrap_or(NOTHING)
    }

    /// Makes a rule of the variant remember something else.
    pub(crate) fn set(&mut self, rule: RuleId, state: RuleState) {
        if self.0.is_none() && state == RuleState::EMPTY {
            return;
        }
        let StateList(list) = &mut **self
            .0
            .get_or_insert_with(|| Box::new(StateList(Vec::new())));
        if list.len() <= rule.index() {
            list.resize(rule.index() + 1, RuleState::EMPTY);
        }
        list[rule.index()] = state;
        self.trim();
    }

    /// Takes away what says nothing.
    fn trim(&mut self) {
        let Some(list) = &mut self.0 else { return };
        while list.0.last() == Some(&RuleState::EMPTY) {
            list.0.pop();
        }
        if list.0.is_empty() {
            self.0 = None;
        }
    }
}

impl fmt::Debug for RuleStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = self.0.as_ref().map_or(&[][..], |list| &list.0);
        f.debug_list().entries(states).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every move and every arrangement of every game carries these.
    #[test]
    fn what_most_games_do_not_have_is_one_pointer() {
        assert_eq!(size_of::<Effects>(), size_of::<usize>());
        assert_eq!(size_of::<RuleStates>(), size_of::<usize>());
    }
}
