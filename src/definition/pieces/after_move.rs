//! What becomes of a piece after a move of its own.

use crate::definition::piece_id::PieceId;
use crate::definition::reach::Reach;
use crate::definition::rules::PieceSet;

/// What becomes of a piece after a move of its own, by what the move captured.
///
/// An explosion comes before leaving the board, and that before a change; of several changes the
/// first in the list counts.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AfterMove {
    /// By captured piece: what the piece becomes.
    pub becomes: Vec<(PieceId, PieceId)>,
    /// Captured pieces that take it along.
    pub vanishes: PieceSet,
    /// Captured pieces at which it explodes: it leaves the board together with everything within
    /// reach, friend or foe. A move in which a royal piece of its own side would explode is not
    /// possible.
    pub explodes: PieceSet,
    /// What is blown up when it explodes.
    pub reach: Reach,
    /// What happens after a move that captured nothing.
    pub quiet: Option<Quiet>,
}

/// What becomes of a piece after a move that captured nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// It is another piece then.
    Becomes(PieceId),
    /// It explodes.
    Explodes,
}
