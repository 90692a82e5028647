//! Repetition of positions: `rules.repetition`.

use crate::definition::{RepetitionRules, RuleValue, Setting, Verdict, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::results::verdict;
use crate::rules::data::{Adjudication, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.repetition`.
pub(in crate::rules::builtin) struct Repetition(RepetitionRules);

impl BuiltinRule for Repetition {
    const NAME: &'static str = "repetition";
    const SETTINGS: Setting = keys! {
        /// The occurrence that ends the game; 3 by default, `false` for none.
        "limit" => Either(&[Number, Flag]),
        /// The result for the side to move, which did not make the repetition; `draw` by default.
        "result" => Words(Verdict::NAMES),
        /// The result is that of White instead.
        "for-white" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Repetition, RuleError> {
        let usual = RepetitionRules::default();
        let limit = if settings.value("limit") == Some(&RuleValue::Flag(false)) {
            None
        } else {
            let limit = settings.whole("limit", 0, u16::MAX.into())?;
            limit.map(|limit| limit as u16).or(usual.limit)
        };
        Ok(Repetition(RepetitionRules {
            limit,
            verdict: verdict(settings, "result")?.unwrap_or(usual.verdict),
            for_white: settings.flag("for-white")?.unwrap_or(usual.for_white),
        }))
    }
}

impl Rule for Repetition {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            repetition: Some(self.0),
            ..Adjudication::default()
        }
    }

    fn may_win(&self) -> bool {
        self.0.limit.is_some() && self.0.verdict != Verdict::Draw
    }
}
