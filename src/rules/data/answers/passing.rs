//! Passing: null moves, which both engines generate without calling the rule.

/// The sides that may pass, and the consequences of passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Passing {
    /// Whether each side may pass at any time.
    pub always: [bool; 2],
    /// Whether each side passes if it has no other move.
    pub stalemate: [bool; 2],
    /// Whether two passes in a row end the game.
    pub twice_ends: bool,
}

impl Passing {
    /// Whether a side may ever pass.
    #[doc(hidden)]
    pub const fn is_allowed(self) -> bool {
        let [white, black] = self.always;
        let [white_last, black_last] = self.stalemate;
        white || black || white_last || black_last
    }
}
