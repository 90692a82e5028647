//! What follows from a move beside its captures: what becomes of the mover, and exchanges that are
//! forbidden.

use super::reach::Reach;
use super::special::PieceSet;

/// What becomes of a piece after a move of its own, by what the move captured.
///
/// An explosion comes before leaving the board, and that before a change; of several changes the
/// first in the list counts.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Aftermath {
    /// By captured piece: what the piece becomes.
    pub becomes: Vec<(usize, usize)>,
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
    Becomes(usize),
    /// It explodes.
    Explodes,
}

/// Pieces that may not be traded for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TradeRule {
    /// Pieces that capture one another only where they cannot be recaptured; whether that would
    /// expose a royal piece is not asked.
    pub no_exchange: PieceSet,
    /// Pieces of which one that was captured by another kind of piece may not be answered at once
    /// by capturing another of them elsewhere.
    pub no_strike_back: PieceSet,
}
