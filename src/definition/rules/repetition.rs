//! Repetition rule.

use super::words::{Verdict, verdict_of};
use crate::definition::setting_values::{count_of, flag_of, read_each};
use crate::definition::variant::{RuleTable, RuleValue, RulesDef};

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
        let mut settings = RuleTable::new();
        let mut put = |key: &str, value| settings.insert(key.to_owned(), value);
        if rule.limit != usual.limit {
            let number = |limit: u16| RuleValue::Number(limit.into());
            put("limit", rule.limit.map_or(RuleValue::Flag(false), number));
        }
        if rule.verdict != usual.verdict {
            put("result", RuleValue::Text(rule.verdict.word().to_owned()));
        }
        if rule.for_white {
            put("for-white", RuleValue::Flag(true));
        }
        if settings.is_empty() {
            self.take("repetition");
        } else {
            self.put("repetition", settings);
        }
    }
}
