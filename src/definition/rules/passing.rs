//! Not moving.

/// Not moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PassRules {
    /// Which side may pass at any time.
    pub always: [bool; 2],
    /// Which side may pass when it has no other move.
    pub stalemate: [bool; 2],
    /// Two passes in a row end the game.
    pub twice_ends: bool,
}
