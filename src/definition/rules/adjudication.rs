//! Settings of results: the move limit, positions without moves, and repetition.

use crate::definition::setting::{count_of, flag_of, flag_value, read_each, settings_of};
use crate::definition::variant::{ONLY_SETTING, RuleValue, RulesDef};

use super::words::{Verdict, verdict_of, verdict_value};

// Move limit: the number of moves without progress after which a game is drawn.

impl RulesDef {
    /// The rule `move-limit`: the number of moves of each side without a capture or an irreversible move after which
    /// the game is drawn.
    pub fn move_limit(&self) -> Option<u16> {
        match self.builtin.get("move-limit")?.get(ONLY_SETTING)? {
            RuleValue::Number(limit) => Some(*limit as u16),
            _ => None,
        }
    }

    /// Sets the rule `move-limit`, or removes it.
    pub fn set_move_limit(&mut self, limit: Option<u16>) {
        match limit {
            Some(limit) => self.put("move-limit", RuleValue::Number(limit.into()).alone()),
            None => self.take("move-limit"),
        }
    }

    /// The rules with this limit.
    pub(crate) fn with_move_limit(mut self, limit: u16) -> RulesDef {
        self.set_move_limit(Some(limit));
        self
    }
}

// Results of checkmate and of stalemate.

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

// Repetition of positions.

/// The consequence of a repeated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionRules {
    /// The occurrence that ends the game; `None` if positions may be repeated without limit.
    pub limit: Option<u16>,
    /// The result for the side to move.
    pub verdict: Verdict,
    /// Whether the result is White's instead.
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

#[doc(hidden)]
impl RulesDef {
    /// The rule `repetition`, or its default.
    pub fn repetition(&self) -> RepetitionRules {
        self.read_repetition()
            .map_or_else(RepetitionRules::default, |(rule, _)| rule)
    }

    /// Reads the rule; also returns whether it is valid.
    pub(super) fn read_repetition(&self) -> Option<(RepetitionRules, bool)> {
        let settings = self.builtin.get("repetition")?;
        let mut rule = RepetitionRules::default();
        let is_understood = read_each(settings, |key, value| {
            match key {
                "limit" if *value == RuleValue::Flag(false) => rule.limit = None,
                "limit" => rule.limit = Some(count_of(value)?),
                "result" => rule.verdict = verdict_of(value)?,
                "for-white" => rule.for_white = flag_of(value)?,
                _ => return None,
            }
            Some(())
        });
        Some((rule, is_understood))
    }

    /// Sets the rule `repetition`.
    pub(crate) fn set_repetition(&mut self, rule: RepetitionRules) {
        let usual = RepetitionRules::default();
        let number = |limit: u16| RuleValue::Number(limit.into());
        let limit = || rule.limit.map_or(RuleValue::Flag(false), number);
        let settings = settings_of([
            ("limit", (rule.limit != usual.limit).then(limit)),
            (
                "result",
                (rule.verdict != usual.verdict).then(|| verdict_value(rule.verdict)),
            ),
            ("for-white", flag_value(rule.for_white, false)),
        ]);
        self.put_unless_empty("repetition", settings);
    }
}
