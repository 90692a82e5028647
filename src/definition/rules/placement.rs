//! Pieces that are placed before the first move.

use crate::geometry::Zone;

/// Placing pieces from the hand before the first move.
///
/// The players take turns as `turns` says until all hands are empty or no square is left; what is
/// still in hand then leaves the game, and White moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Where each side places.
    pub zone: Zone,
    /// How many pieces are placed at a time, White first; the last number is repeated.
    pub turns: Vec<u8>,
    /// Both hands are one stock, but for the royal pieces, which are placed first.
    pub common: bool,
}
