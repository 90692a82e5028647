//! Sides that have lost everything but their royal piece.

/// When a side that has lost everything but its royal piece loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareKing {
    /// After one more move, unless that bares the other side as well, which draws.
    Pending,
    /// At once.
    Immediate,
    /// When the other side claims it.
    Claim,
}
