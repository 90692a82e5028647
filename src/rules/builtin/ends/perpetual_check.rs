//! Perpetual check: repeating positions by giving check with every move: `rules.perpetual-check`.

use crate::definition::{Reason, Setting, VariantDef, Verdict};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::results::required_verdict;
use crate::rules::data::{AllRules, EndWords, Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;

/// The rule `rules.perpetual-check`.
pub(in crate::rules::builtin) struct PerpetualCheck {
    /// The result for the checking side.
    result: Verdict,
    /// Whether repetition never ends the game.
    never_ends: bool,
}

impl BuiltinRule for PerpetualCheck {
    const NAME: &'static str = "perpetual-check";
    const SETTINGS: Setting = Setting::Words(Verdict::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<PerpetualCheck, RuleError> {
        let help = "write the result for a side that does so: `perpetual-check = 'loss'`";
        Ok(PerpetualCheck {
            result: required_verdict(settings, help)?,
            never_ends: false,
        })
    }
}

impl Rule for PerpetualCheck {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.never_ends = all.repetition().limit.is_none();
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn perpetual_check(&self) -> Option<Verdict> {
        Some(self.result)
    }

    fn may_win(&self) -> bool {
        self.result != Verdict::Draw
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        vec![EndWords {
            divided: None,
            reason: Reason::PerpetualCheck,
            how: "A side repeats positions by giving check with every move, where the other does not."
                .to_owned(),
            winner: match self.result {
                Verdict::Win => Some("that side"),
                Verdict::Loss => Some("the other side"),
                Verdict::Draw => None,
            },
            by_material: false,
        }]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let idle = self.never_ends.then(|| {
            let finding = RuleFinding::new("positions can be repeated without limit");
            finding.with_help("write a limit: `repetition = { limit = 3 }`")
        });
        idle.into_iter().collect()
    }
}
