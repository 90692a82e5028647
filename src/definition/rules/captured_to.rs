//! The destination of captured pieces.

use super::words::worded;
use crate::definition::variant::RulesDef;

/// The destination of captured pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CapturedTo {
    /// They leave the game.
    #[default]
    Removed,
    /// They go to the hand of the side that lost them.
    OwnerHand,
    /// They go to the hand of the side that captured them, and change sides.
    CaptorHand,
    /// They go to the hand of the captor's partner on another board.
    PartnerHand,
}

worded! {
    CapturedTo {
        "removed" => Removed
        "owner-hand" => OwnerHand
        "captor-hand" => CaptorHand
        "partner-hand" => PartnerHand
    }
}

impl CapturedTo {
    /// Whether they go to a hand and change sides; then they revert to their unpromoted form.
    pub(crate) const fn keeps_prisoners(self) -> bool {
        matches!(self, CapturedTo::CaptorHand | CapturedTo::PartnerHand)
    }
}

#[doc(hidden)]
impl RulesDef {
    /// The rule `captured-to`.
    pub fn captured_to(&self) -> CapturedTo {
        let word = self.word("captured-to");
        word.and_then(CapturedTo::of_word).unwrap_or_default()
    }

    /// Sets the rule `captured-to`.
    pub(crate) fn set_captured_to(&mut self, to: CapturedTo) {
        self.put_word("captured-to", to.word(), CapturedTo::Removed.word());
    }
}
