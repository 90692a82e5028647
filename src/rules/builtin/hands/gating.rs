//! Gating: pieces from the hand enter behind pieces that move for the first time: `rules.gating`.

use crate::definition::Setting;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.gating`.
pub(in crate::rules::builtin) struct Gating;

impl BuiltinRule for Gating {
    const NAME: &'static str = "gating";
    const SETTINGS: Setting = Setting::Flag;

    fn read(settings: &RuleSettings<'_>) -> Result<Gating, RuleError> {
        settings.presence()?;
        Ok(Gating)
    }
}

impl Rule for Gating {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn gating(&self) -> bool {
        true
    }

    fn may_win(&self) -> bool {
        false
    }
}
