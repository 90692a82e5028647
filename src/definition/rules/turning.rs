//! Promotion of single pieces to single pieces: they turn over.

use super::piece_set::PieceSet;
use crate::definition::{ByPiece, PieceId};
use crate::geometry::SquareSet;

/// Promotion of single pieces to single pieces on entering, crossing or leaving a zone.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PiecePromotion {
    /// By number of the piece: what it becomes.
    pub targets: ByPiece<Option<PieceId>>,
    /// The zone of each side.
    pub zone: [SquareSet; 2],
    /// Only captures promote.
    pub on_capture: bool,
    /// Moves that could promote must.
    pub mandatory: bool,
    /// Promoted pieces may also turn back.
    pub demotion: bool,
    /// By kind: the largest number a side may have to make one more; 0 is no limit.
    pub limits: ByPiece<u16>,
    /// Pieces that promote on arrival only, not on leaving the zone.
    pub arriving: PieceSet,
}

impl PiecePromotion {
    /// Whether some piece becomes this one.
    pub(crate) fn is_target(&self, piece: impl Into<PieceId>) -> bool {
        let piece = piece.into();
        self.targets.iter().any(|target| *target == Some(piece))
    }
}
