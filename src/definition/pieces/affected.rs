//! The pieces to which another one does something.

use crate::definition::piece_id::PieceId;
use crate::definition::reach::Reach;
use crate::definition::rules::PieceSet;

/// To whom a piece does something: pieces of some kinds within its reach.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Affected {
    /// Where they stand.
    pub reach: Reach,
    /// The pieces to which it is done; every piece if `None`.
    pub only: Option<PieceSet>,
    /// Pieces to which it is not done all the same.
    pub except: PieceSet,
}

impl Affected {
    /// Whether a kind of piece is affected.
    pub fn applies_to(&self, piece: impl Into<PieceId>) -> bool {
        let piece = piece.into();
        self.only.is_none_or(|only| only.contains(piece)) && !self.except.contains(piece)
    }
}

/// Whom a piece keeps from moving: opposing pieces within its reach.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Freeze {
    /// The pieces that it freezes.
    pub whom: Affected,
    /// Pieces of the frozen side that lift the freeze from their fellows when they stand within
    /// reach of the freezing piece as well.
    pub lifted_by: PieceSet,
}
