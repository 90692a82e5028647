//! Promotion of several pieces on arrival, to the same choices.

use super::piece_set::PieceSet;
use crate::geometry::SquareSet;

/// Promotion of pawns to a piece of the player's choice, on arrival in a zone.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PawnPromotion {
    /// Who promotes, by side.
    pub types: [PieceSet; 2],
    /// To what, by side.
    pub choices: [PieceSet; 2],
    /// Where, by side.
    pub zone: [SquareSet; 2],
    /// Moves into the zone must promote, even where nothing is left to choose.
    pub mandatory: bool,
}
