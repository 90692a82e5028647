//! The destination of captured pieces: `rules.captured-to`.

use crate::definition::{CapturedTo, Setting};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.captured-to`.
pub(in crate::rules::builtin) struct CapturedToRule(CapturedTo);

impl BuiltinRule for CapturedToRule {
    const NAME: &'static str = "captured-to";
    const SETTINGS: Setting = Setting::Words(CapturedTo::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<CapturedToRule, RuleError> {
        let to = settings
            .one_of("value", CapturedTo::WORDS)?
            .ok_or_else(|| {
                let help = "write where captured pieces go: `captured-to = 'captor-hand'`";
                RuleError::missing("the value is missing", help)
            })?;
        Ok(CapturedToRule(to))
    }
}

impl Rule for CapturedToRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn captured_to(&self) -> Option<CapturedTo> {
        Some(self.0)
    }

    fn may_win(&self) -> bool {
        false
    }
}
