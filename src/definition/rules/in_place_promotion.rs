//! Promotion where a piece stands, or by a move of what it becomes.

use super::piece_set::PieceSet;
use crate::definition::PieceId;
use crate::geometry::SquareSet;

/// Promotion where the piece stands, or by a quiet move of the piece it becomes.
#[derive(Clone, Debug, PartialEq)]
pub struct InPlacePromotion {
    /// Who promotes.
    pub pawn: PieceId,
    /// To what, by side.
    pub choices: [PieceSet; 2],
    /// Squares from which the promotion may be made; everywhere for a last pawn.
    pub zone: [SquareSet; 2],
}
