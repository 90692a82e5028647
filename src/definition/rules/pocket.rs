//! Pieces that wait beside the board.

use super::piece_set::PieceSet;

/// Pieces that wait beside the board: one of them may take the place of a piece that moves for
/// the first time, as part of that move.
#[derive(Clone, Debug, PartialEq)]
pub struct PocketRule {
    /// The pieces whose first move makes room.
    pub movers: PieceSet,
    /// The last move by number at which each side may do so.
    pub until: [Option<u16>; 2],
    /// What becomes of pieces that were not placed until then.
    pub expired: PocketFate,
}

/// What becomes of a piece in the pocket that was not placed in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PocketFate {
    /// It leaves the game.
    Gone,
    /// It goes to its owner's hand.
    Hand,
}
