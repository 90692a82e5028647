//! Pieces that are affected by another piece.

use super::piece_id::PieceId;
use super::piece_set::PieceSet;
use super::reach::Reach;

/// The pieces that a piece affects: pieces of some kinds within its reach.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Affected {
    /// The squares of the affected pieces.
    pub reach: Reach,
    /// The affected kinds; all if `None`.
    pub only: Option<PieceSet>,
    /// Kinds that are exempt.
    pub except: PieceSet,
}

impl Affected {
    /// Whether a kind of piece is affected.
    pub fn applies_to(&self, piece: impl Into<PieceId>) -> bool {
        let piece = piece.into();
        self.only.is_none_or(|only| only.contains(piece)) && !self.except.contains(piece)
    }
}

/// The freezing of opposing pieces within reach, which may not move.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Freeze {
    /// The pieces that it freezes.
    pub whom: Affected,
    /// Pieces of the frozen side within reach of the freezing piece that lift the freeze of the others.
    pub lifted_by: PieceSet,
}
