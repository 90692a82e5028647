//! What happens when a position comes again.

use super::verdict::Verdict;

/// What happens when a position comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionRules {
    /// The occurrence that ends the game; `None` if positions may come again for ever.
    pub limit: Option<u16>,
    /// The result for the side to move.
    pub verdict: Verdict,
    /// The result is White's instead.
    pub for_white: bool,
}

impl Default for RepetitionRules {
    fn default() -> RepetitionRules {
        RepetitionRules {
            limit: Some(3),
            verdict: Verdict::Draw,
            for_white: false,
        }
    }
}
