//! Loss by moving a piece back and forth: `rules.adjudication.back-and-forth-loses`.

use crate::definition::Setting;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Adjudication, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.adjudication.back-and-forth-loses`.
pub(in crate::rules::builtin) struct BackAndForth;

impl BuiltinRule for BackAndForth {
    const NAME: &'static str = "back-and-forth-loses";
    const SETTINGS: Setting = Setting::Flag;

    fn read(settings: &RuleSettings<'_>) -> Result<BackAndForth, RuleError> {
        settings.presence()?;
        Ok(BackAndForth)
    }
}

impl Rule for BackAndForth {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            back_and_forth_loses: true,
            ..Adjudication::default()
        }
    }

    fn words(&self) -> Vec<String> {
        vec!["A side that moves a piece back and forth four times loses.".to_owned()]
    }
}
