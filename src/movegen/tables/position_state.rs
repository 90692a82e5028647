//! What positions carry beside their pieces: nothing, hands, or all that few variants remember.
//!
//! The kind of state is a type, so that variants without any do not copy or ask for it.

use std::fmt::Debug;

use super::bits::Bits;

/// How many kinds of pieces a hand has room for.
pub(crate) const SLOTS: usize = 32;

/// Pieces in hand by side and slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hands(pub(crate) [[u8; SLOTS]; 2]);

/// What few variants remember.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariantState<const N: usize> {
    pub(crate) hands: Hands,
    /// Squares of unmoved pieces with a special power.
    pub(crate) gates: Bits<N>,
    /// Checks that each side has still to give.
    pub(crate) checks: [u16; 2],
    /// By side: the role that its imitators move as, counted from 1.
    pub(crate) imitated: [u8; 2],
    /// What is remembered of the latest move, in bits.
    pub(crate) last: u8,
}

/// What a position carries beside its pieces.
pub(crate) trait PositionState<const N: usize>:
    Copy + Debug + Send + Sync + 'static
{
    /// Whether the variant has rules that few variants have.
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
