//! Results for players without a legal move.

use super::{RulesDef, Verdict};

impl RulesDef {
    /// What the rule `checkmate` says: the result for a player who is in check and has no legal move.
    pub fn checkmate(&self) -> Verdict {
        let word = self.word("checkmate");
        word.and_then(Verdict::of_word).unwrap_or(Verdict::Loss)
    }

    /// What the rule `stalemate` says: the result for a player who is not in check and has no legal move.
    pub fn stalemate(&self) -> Verdict {
        let word = self.word("stalemate");
        word.and_then(Verdict::of_word).unwrap_or(Verdict::Draw)
    }

    /// Says what a checkmate is.
    pub fn set_checkmate(&mut self, result: Verdict) {
        self.put_word("checkmate", result.word(), Verdict::Loss.word());
    }

    /// Says what a stalemate is.
    pub fn set_stalemate(&mut self, result: Verdict) {
        self.put_word("stalemate", result.word(), Verdict::Draw.word());
    }

    /// The same rules with a result of stalemates.
    pub(in crate::definition) fn with_stalemate(mut self, result: Verdict) -> RulesDef {
        self.set_stalemate(result);
        self
    }
}
