//! Royal guard: the royal pieces that a side with several must keep safe: `rules.guard`.

use crate::definition::{RoyalGuard, Setting};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.guard`.
pub(in crate::rules::builtin) struct Guard(RoyalGuard);

impl BuiltinRule for Guard {
    const NAME: &'static str = "guard";
    const SETTINGS: Setting = Setting::Words(RoyalGuard::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<Guard, RuleError> {
        let guard = settings.one_of("value", RoyalGuard::WORDS)?;
        guard.map(Guard).ok_or_else(|| {
            let help = "write what must be guarded: `guard = 'last'`";
            RuleError::missing("the value is missing", help)
        })
    }
}

impl Rule for Guard {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn guard(&self) -> Option<RoyalGuard> {
        Some(self.0)
    }

    fn may_win(&self) -> bool {
        false
    }
}
