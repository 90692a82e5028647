//! Who captures en passant, and where.

use super::piece_set::PieceSet;
use crate::geometry::SquareSet;

/// Who captures en passant, and where.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EnPassantRules {
    /// The pieces of each side that may.
    pub types: [PieceSet; 2],
    /// The squares on which each side may.
    pub region: [SquareSet; 2],
}
