//! What becomes of captured pieces.

use super::RulesDef;
use super::words::worded;

/// What becomes of captured pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CaptureFate {
    /// They leave the game.
    #[default]
    Gone,
    /// They go to the hand of the side that lost them.
    OwnersHand,
    /// They go to the hand of the side that captured them, and change sides.
    CaptorsHand,
    /// They go to the hand of the captor's partner, who plays on another board.
    PartnersHand,
}

worded! {
    CaptureFate {
        "gone" => Gone
        "owner" => OwnersHand
        "captor" => CaptorsHand
        "partner" => PartnersHand
    }
}

impl CaptureFate {
    /// Whether they go to a hand where they change sides: they are there what they were before they
    /// promoted.
    pub(crate) const fn keeps_prisoners(self) -> bool {
        matches!(self, CaptureFate::CaptorsHand | CaptureFate::PartnersHand)
    }
}

impl RulesDef {
    /// What the rule `captured` says.
    pub fn captured(&self) -> CaptureFate {
        let word = self.word("captured");
        word.and_then(CaptureFate::of_word).unwrap_or_default()
    }

    /// Says what becomes of captured pieces.
    pub fn set_captured(&mut self, fate: CaptureFate) {
        self.put_word("captured", fate.word(), CaptureFate::Gone.word());
    }
}
