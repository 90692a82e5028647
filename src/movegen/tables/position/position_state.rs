//! State of a position in addition to its pieces: none, hands, or the state of special rules.
//!
//! The kind of state is a type parameter, so that variants without state do not copy or test it.

use std::fmt::Debug;

use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::rules::SLOTS;

/// Pieces in hand by side and slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hands(pub(crate) [[u8; SLOTS]; 2]);

/// The state of special rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariantState<const N: usize> {
    pub(crate) hands: Hands,
    /// Squares of unmoved pieces with special rights; in games with walls, the walls.
    pub(crate) gates: Bits<N>,
    /// The checks that each side still has to give.
    pub(crate) checks: [u16; 2],
    /// The role that a side's imitators move as, plus one.
    pub(crate) imitated: [u8; 2],
    /// Facts about the last move, as bits.
    pub(crate) last: u8,
}

/// The state of a position in addition to its pieces.
pub(crate) trait PositionState<const N: usize>:
    Copy + Debug + Send + Sync + 'static
{
    /// Whether the variant has special rules.
    const HAS_SPECIAL_RULES: bool;

    fn empty() -> Self;

    #[inline(always)]
    fn hands(&self) -> Option<&Hands> {
        None
    }

    #[inline(always)]
    fn hands_mut(&mut self) -> Option<&mut Hands> {
        None
    }

    #[inline(always)]
    fn variant_state(&self) -> Option<&VariantState<N>> {
        None
    }

    #[inline(always)]
    fn variant_state_mut(&mut self) -> Option<&mut VariantState<N>> {
        None
    }
}

impl<const N: usize> PositionState<N> for () {
    const HAS_SPECIAL_RULES: bool = false;

    fn empty() {}
}

impl<const N: usize> PositionState<N> for Hands {
    const HAS_SPECIAL_RULES: bool = false;

    fn empty() -> Hands {
        Hands([[0; SLOTS]; 2])
    }

    #[inline(always)]
    fn hands(&self) -> Option<&Hands> {
        Some(self)
    }

    #[inline(always)]
    fn hands_mut(&mut self) -> Option<&mut Hands> {
        Some(self)
    }
}

impl<const N: usize> PositionState<N> for VariantState<N> {
    const HAS_SPECIAL_RULES: bool = true;

    fn empty() -> VariantState<N> {
        VariantState {
            hands: Hands([[0; SLOTS]; 2]),
            gates: Bits::NONE,
            checks: [0; 2],
            imitated: [0; 2],
            last: 0,
        }
    }

    #[inline(always)]
    fn hands(&self) -> Option<&Hands> {
        Some(&self.hands)
    }

    #[inline(always)]
    fn hands_mut(&mut self) -> Option<&mut Hands> {
        Some(&mut self.hands)
    }

    #[inline(always)]
    fn variant_state(&self) -> Option<&VariantState<N>> {
        Some(self)
    }

    #[inline(always)]
    fn variant_state_mut(&mut self) -> Option<&mut VariantState<N>> {
        Some(self)
    }
}
