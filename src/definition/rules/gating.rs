//! Pieces from the hand behind pieces that move first, and first leaps.

use crate::definition::PieceId;

/// Squares of unmoved pieces with a special power.
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRules {
    /// A piece from the hand may take the place of a piece that moves for the first time.
    pub from_hand: bool,
    /// Leaps of unmoved pieces.
    pub leaps: Option<FirstLeaps>,
}

/// Leaps of unmoved pieces: two ranks ahead, or a knight's move ahead for the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstLeaps {
    /// The royal piece that leaps to the knight's squares one rank ahead.
    pub king: Option<PieceId>,
    /// The piece that leaps two squares straight ahead.
    pub counsellor: Option<PieceId>,
    /// The piece that takes the king's leap away by aiming at it.
    pub rook: Option<PieceId>,
}
