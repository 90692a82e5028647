//! The destination of captured pieces: `rules.captured-to`.

use crate::definition::{CapturedTo, Setting, VariantDef};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{AllRules, Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;

/// The rule `rules.captured-to`.
pub(in crate::rules::builtin) struct CapturedToRule {
    to: CapturedTo,
    /// Whether a piece may leave the hand, as far as is known.
    may_return: bool,
}

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
        Ok(CapturedToRule {
            to,
            may_return: true,
        })
    }
}

impl Rule for CapturedToRule {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.may_return = all.uses_hands() || all.alters_moves();
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn captured_to(&self) -> Option<CapturedTo> {
        Some(self.to)
    }

    fn may_win(&self) -> bool {
        false
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        if self.to == CapturedTo::Removed || self.may_return {
            return Vec::new();
        }
        let finding = RuleFinding::new("captured pieces go to a hand that no piece can leave");
        vec![finding.with_help("add `rules.drops = {}`, or delete `captured-to`")]
    }
}
