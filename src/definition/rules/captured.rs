//! Fate of captured pieces.

use super::RulesDef;
use super::words::worded;

/// The fate of captured pieces.
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
    /// They go to the hand of the captor's partner on another board.
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
    /// Whether they go to a hand and change sides; then they revert to their unpromoted form.
    pub(crate) const fn keeps_prisoners(self) -> bool {
        matches!(self, CaptureFate::CaptorsHand | CaptureFate::PartnersHand)
    }
}

impl RulesDef {
    /// The rule `captured`.
    pub fn captured(&self) -> CaptureFate {
        let word = self.word("captured");
        word.and_then(CaptureFate::of_word).unwrap_or_default()
    }

    /// Sets the rule `captured`.
    pub fn set_captured(&mut self, fate: CaptureFate) {
        self.put_word("captured", fate.word(), CaptureFate::Gone.word());
    }
}
