//! Effects of moves, and states of rules.

use std::fmt;

use smallvec::SmallVec;

use crate::geometry::Square;

use super::board::{Color, Piece, Role};

/// The number of a rule, in the order of the definition.
///
/// Meaningful only with the variant that issued it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(u8);

#[doc(hidden)]
impl RuleId {
    /// The largest number of rules in a variant.
    pub const MAX: usize = 128;

    /// The rule with this number; `None` if it is too large.
    pub(crate) const fn new(number: usize) -> Option<RuleId> {
        if number < RuleId::MAX {
            Some(RuleId(number as u8))
        } else {
            None
        }
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An additional change of the position by a move.
///
/// Effects are performed in order, after all pieces of the move have been put down.
///
/// ```
/// use ferz::rules::{Moves, Rule, RuleContext};
/// use ferz::state::Effect;
/// use ferz::Move;
///
/// /// A piece that captures vanishes.
/// struct Kamikaze;
///
/// impl Rule for Kamikaze {
///     fn effect(&self, _: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
///         if mv.is_capture() {
///             mv.effects.push(Effect::Remove { square: mv.to });
///         }
///         moves.push(mv);
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// Puts a piece on a square, replacing its contents. The piece counts as moved.
    Put {
        /// The square.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// Removes the piece on a square without adding it to a hand.
    Remove {
        /// The square.
        square: Square,
    },
    /// Moves the piece on a square to another, replacing its contents. The piece counts as moved.
    Shift {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
    /// Marks the piece on a square as unmoved.
    Unmove {
        /// The square.
        square: Square,
    },
    /// Changes the number of pieces of a kind in a hand.
    Hand {
        /// The owner of the hand.
        color: Color,
        /// The kind.
        role: Role,
        /// The number of pieces to add.
        change: i8,
    },
    /// An intermediate square of the mover, written with commas in the move text. It has no effect on the board.
    #[doc(hidden)]
    Via {
        /// The square.
        square: Square,
    },
    /// Supplies the dropped or gated piece of the move from the [stock](crate::rules::Rule::stock)
    /// of a rule instead of the hand. The rule removes it from its stock when it updates its state.
    #[doc(hidden)]
    Supply {
        /// The rule.
        rule: RuleId,
    },
    /// Marks a square.
    #[doc(hidden)]
    Mark {
        /// The rule that stores the mark.
        rule: RuleId,
        /// The index of the mark within the rule.
        mark: u8,
        /// The square.
        square: Square,
    },
    /// Changes the state of a rule.
    #[doc(hidden)]
    State {
        /// The rule.
        rule: RuleId,
        /// The new state.
        state: RuleState,
    },
    /// Restores the [kept](super::SpecialState::kept) position, without any other effect.
    #[doc(hidden)]
    TakeBack,
}

impl Effect {
    /// Changes the number of pieces of a kind in the hand of a side.
    pub(crate) const fn hand(color: Color, role: Role, change: i8) -> Effect {
        Effect::Hand {
            color,
            role,
            change,
        }
    }

    /// Whether it may change the board.
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

/// The effects of a move; an empty list needs no allocation.
///
/// [`Effect`] has an example.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effects(Option<Box<EffectList>>);

/// The list behind a thin pointer, which keeps moves small. Most lists have one effect, stored inline.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct EffectList(SmallVec<[Effect; 1]>);

impl Effects {
    /// No effects.
    pub const fn new() -> Effects {
        Effects(None)
    }

    /// Appends an effect.
    pub fn push(&mut self, effect: Effect) {
        let list = self
            .0
            .get_or_insert_with(|| Box::new(EffectList(SmallVec::new())));
        list.0.push(effect);
    }

    /// The effects in order.
    #[doc(hidden)]
    pub fn as_slice(&self) -> &[Effect] {
        self.0.as_deref().map_or(&[], |list| &list.0)
    }

    /// The effects in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Effect> {
        self.as_slice().iter()
    }

    /// Whether there are no effects.
    #[inline]
    #[doc(hidden)]
    pub const fn is_empty(&self) -> bool {
        // A list is allocated for its first effect.
        self.0.is_none()
    }
}

#[doc(hidden)]
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

/// The state of a rule: numbers whose meaning is known only to the rule.
///
/// Squares, pieces and sides are stored by index, such as
/// [`Square::index`](crate::geometry::Square::index).
///
/// The page `docs/custom-rules.md` has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleState(Vec<i64>);

impl RuleState {
    /// The empty state.
    pub const EMPTY: RuleState = RuleState(Vec::new());

    /// A state of these numbers.
    pub fn new(numbers: impl IntoIterator<Item = i64>) -> RuleState {
        RuleState(numbers.into_iter().collect())
    }

    /// The numbers.
    pub fn numbers(&self) -> &[i64] {
        &self.0
    }

    /// The number at an index; 0 if missing.
    pub fn number(&self, index: usize) -> i64 {
        self.0.get(index).copied().unwrap_or(0)
    }
}

/// The states of all rules of a variant; without any state there is no allocation.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct RuleStates(Option<Box<StateList>>);

/// The list behind a thin pointer, which keeps setups small. Its last state is not empty, so that
/// equal states have equal lists.
#[derive(Clone, PartialEq, Eq, Hash)]
struct StateList(Vec<RuleState>);

impl RuleStates {
    /// The states of the rules, in order.
    pub(crate) fn of(states: impl IntoIterator<Item = RuleState>) -> RuleStates {
        let mut list = RuleStates(Some(Box::new(StateList(states.into_iter().collect()))));
        list.trim();
        list
    }

    /// The state of a rule.
    pub fn get(&self, rule: RuleId) -> &RuleState {
        const NOTHING: &RuleState = &RuleState::EMPTY;
        let list = self.0.as_ref();
        list.and_then(|list| list.0.get(rule.index()))
            .unwrap_or(NOTHING)
    }

    /// Changes the state of a rule.
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

    /// Removes trailing empty states.
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

    /// These types are in every move and every setup, so they must stay small.
    #[test]
    fn what_most_games_do_not_have_is_one_pointer() {
        assert_eq!(size_of::<Effects>(), size_of::<usize>());
        assert_eq!(size_of::<RuleStates>(), size_of::<usize>());
    }
}
