//! Pieces that may not be traded.

use super::piece_set::PieceSet;

/// Pieces that may not be traded for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TradeRule {
    /// Pieces that capture one another only where they cannot be recaptured; whether that would
    /// expose a royal piece is not asked.
    pub no_exchange: PieceSet,
    /// Neighbors may be exchanged all the same.
    pub exchange_adjacent: bool,
    /// Where it is set, a move may exchange that captures another piece on the way, unless that is
    /// one of these.
    pub too_small: Option<PieceSet>,
    /// Pieces of which one that was captured by another kind of piece may not be answered at once
    /// by capturing another of them elsewhere.
    pub no_strike_back: PieceSet,
    /// Pieces that may answer so all the same.
    pub strike_back_by: PieceSet,
}
