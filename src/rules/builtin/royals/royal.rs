//! The meaning of royal pieces: they decide the game by check, by capture or not at all:
//! `rules.royal`.

use crate::definition::{RoyalRule, Setting};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.royal`.
pub(in crate::rules::builtin) struct Royal(RoyalRule);

impl BuiltinRule for Royal {
    const NAME: &'static str = "royal";
    const SETTINGS: Setting = Setting::Words(RoyalRule::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<Royal, RuleError> {
        let royal = settings.one_of("value", RoyalRule::WORDS)?;
        royal.map(Royal).ok_or_else(|| {
            let help = "write the protection of royal pieces: `royal = 'capture'`";
            RuleError::missing("the value is missing", help)
        })
    }
}

impl Rule for Royal {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn royal(&self) -> Option<RoyalRule> {
        Some(self.0)
    }

    fn may_win(&self) -> bool {
        false
    }
}
