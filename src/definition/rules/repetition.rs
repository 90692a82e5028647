//! What happens when a position comes again.

use super::RulesDef;
use super::verdict::Verdict;
use crate::definition::custom::{RuleTable, RuleValue};

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

impl RulesDef {
    /// What the rule `repetition` says, or what holds without it.
    pub fn repetition(&self) -> RepetitionRules {
        let usual = RepetitionRules::default();
        let Some(rule) = self.shipped.get("repetition") else {
            return usual;
        };
        let verdict = rule.get("result").and_then(RuleValue::text);
        RepetitionRules {
            limit: match rule.get("limit") {
                Some(RuleValue::Number(limit)) => Some(*limit as u16),
                Some(RuleValue::Flag(false)) => None,
                _ => usual.limit,
            },
            verdict: (verdict.and_then(Verdict::of_word)).unwrap_or(usual.verdict),
            for_white: rule.get("for-white") == Some(&RuleValue::Flag(true)),
        }
    }

    /// Says what happens when a position comes again.
    pub fn set_repetition(&mut self, rule: RepetitionRules) {
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
