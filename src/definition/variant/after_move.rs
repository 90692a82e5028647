//! Transformation of a piece after its own move.

use super::piece_id::PieceId;
use super::piece_set::PieceSet;
use super::reach::Reach;

/// The transformation of a piece after its own move, by the captured pieces.
///
/// An explosion takes precedence over removal, and removal over a change; of several changes the first in the list
/// applies.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AfterMove {
    /// The piece that it becomes, by captured piece.
    pub becomes: Vec<(PieceId, PieceId)>,
    /// Captured pieces with which it is also removed.
    pub vanishes: PieceSet,
    /// Captured pieces with which it explodes: it is removed together with all pieces of both sides within reach. A
    /// move that would remove a royal piece of its own side is illegal.
    pub explodes: PieceSet,
    /// The squares that explode.
    pub reach: Reach,
    /// The transformation after a move without a capture.
    pub quiet: Option<Quiet>,
}

/// The transformation after a move without a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// It becomes another piece.
    Becomes(PieceId),
    /// It explodes.
    Explodes,
}
