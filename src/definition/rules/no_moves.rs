//! Results of checkmate and stalemate.

use super::words::Verdict;
use crate::definition::variant::RulesDef;

impl RulesDef {
    /// The rule `checkmate`: the result for a player in check without a legal move.
    pub fn checkmate(&self) -> Verdict {
        let word = self.word("checkmate");
        word.and_then(Verdict::of_word).unwrap_or(Verdict::Loss)
    }

    /// The rule `stalemate`: the result for a player who is not in check and has no legal move.
    pub fn stalemate(&self) -> Verdict {
        let word = self.word("stalemate");
        word.and_then(Verdict::of_word).unwrap_or(Verdict::Draw)
    }

    /// Sets the rule `checkmate`.
    pub fn set_checkmate(&mut self, result: Verdict) {
        self.put_word("checkmate", result.word(), Verdict::Loss.word());
    }

    /// Sets the rule `stalemate`.
    pub fn set_stalemate(&mut self, result: Verdict) {
        self.put_word("stalemate", result.word(), Verdict::Draw.word());
    }

    /// The rules with this result of stalemate.
    pub(crate) fn with_stalemate(mut self, result: Verdict) -> RulesDef {
        self.set_stalemate(result);
        self
    }
}
