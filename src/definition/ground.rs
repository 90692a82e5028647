//! What a game asks of squares: palaces, and placing pieces before the first move.

use crate::geometry::Zone;

/// When a side that has lost everything but its royal pieces loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareKing {
    /// At once, if the other side has more.
    Immediate,
}

/// Squares of each side at home. Who fills those of the other side wins at once, even in check.
#[derive(Clone, Debug, PartialEq)]
pub struct Palace {
    /// Each side's own squares.
    pub zone: Zone,
    /// The largest number of own pieces there, but for a move that captures a royal piece.
    pub limit: u16,
}

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
