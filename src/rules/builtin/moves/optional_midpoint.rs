//! Optional captures at the midpoint of moves: `rules.optional-midpoint`.

use crate::definition::{Setting, VariantDef};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::doubts_halfway;
use crate::rules::data::{Halfway, Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;

/// The rule `rules.optional-midpoint`.
pub(in crate::rules::builtin) struct OptionalMidpoint;

impl BuiltinRule for OptionalMidpoint {
    const NAME: &'static str = "optional-midpoint";
    const SETTINGS: Setting = Setting::Flag;

    fn read(settings: &RuleSettings<'_>) -> Result<OptionalMidpoint, RuleError> {
        settings.presence()?;
        Ok(OptionalMidpoint)
    }
}

impl Rule for OptionalMidpoint {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn halfway(&self) -> Option<Halfway> {
        Some(Halfway::Optional)
    }

    fn may_win(&self) -> bool {
        false
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        vec!["A capture halfway along a move may be left out.".to_owned()]
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        doubts_halfway(def)
    }
}
