//! What a move does to other pieces of its side, and what the loss of all of them means.

use super::special::PieceSet;
use crate::geometry::Zone;

/// A piece that moves for the first time may be replaced, on the square that it leaves, by another
/// piece that has not moved. One of the two is of a kind that makes this possible. There is no such
/// act out of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The kinds that make it possible.
    pub with: PieceSet,
    /// Whether it may go with castling, to either of the two squares that are left.
    pub castling: bool,
}

/// When a side that has lost everything but its royal piece loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareKing {
    /// After one more move, unless that bares the other side as well, which draws.
    Pending,
    /// At once.
    Immediate,
    /// When the other side claims it.
    Claim,
}

/// Captured pieces change boards: what is captured on the squares goes to the captor's pocket, from
/// where it may be put on a point, and what is captured on the points goes to its hand, from where
/// it may be put on a square.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubleDrop {
    /// By number of the piece: where it may be put; everywhere if there is no entry.
    pub zones: Vec<Option<Zone>>,
}

/// What points mean for royal pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointRules {
    /// Whether a royal piece may change between squares and points while it is in check.
    pub in_check: bool,
    /// Whether a checkmate on a point counts as a stalemate.
    pub mate_is_stalemate: bool,
}
