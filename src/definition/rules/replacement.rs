//! Unmoved pieces that take the place of one that moves.

use super::piece_set::PieceSet;

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
