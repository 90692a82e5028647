//! Pieces that may not be traded.

use super::piece_set::PieceSet;

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
