//! Captures at the midpoint of moves that capture on their target too: `rules.double-midpoint`.

use crate::definition::{Setting, VariantDef};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::doubts_halfway;
use crate::rules::data::{Halfway, Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;

/// The rule `rules.double-midpoint`.
pub(in crate::rules::builtin) struct DoubleMidpoint;

impl BuiltinRule for DoubleMidpoint {
    const NAME: &'static str = "double-midpoint";
    const SETTINGS: Setting = Setting::Flag;

    fn read(settings: &RuleSettings<'_>) -> Result<DoubleMidpoint, RuleError> {
        settings.presence()?;
        Ok(DoubleMidpoint)
    }
}

impl Rule for DoubleMidpoint {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn halfway(&self) -> Option<Halfway> {
        Some(Halfway::Double)
    }

    fn may_win(&self) -> bool {
        false
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        vec!["A move that captures where it ends captures halfway along as well.".to_owned()]
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        doubts_halfway(def)
    }
}
