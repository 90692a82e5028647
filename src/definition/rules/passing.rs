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

impl PassRules {
    /// The rule, or none where nobody may pass; `or_wall` where putting a wall is a way to do so.
    pub(in crate::definition) fn unless_idle(self, or_wall: bool) -> PassRules {
        let passes = self.always.contains(&true) || self.stalemate.contains(&true);
        if passes || or_wall {
            self
        } else {
            PassRules::default()
        }
    }
}
