//! Slots of hands: indices of the kinds of pieces that can be in hand.

/// The number of kinds of pieces that a hand can hold.
pub(crate) const SLOTS: usize = 32;

/// The slot of a role that cannot be in hand.
pub(crate) const NOWHERE: u8 = u8::MAX;
