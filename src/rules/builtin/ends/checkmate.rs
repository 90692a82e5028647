//! The result of a checkmate for the side that is in check without legal moves: `rules.checkmate`.

use crate::definition::{Setting, Verdict};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::results::required_verdict;
use crate::rules::data::{Adjudication, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.checkmate`.
pub(in crate::rules::builtin) struct Checkmate(Verdict);

impl BuiltinRule for Checkmate {
    const NAME: &'static str = "checkmate";
    const SETTINGS: Setting = Setting::Words(Verdict::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<Checkmate, RuleError> {
        let help = "write the result for that player: `checkmate = 'loss'`";
        required_verdict(settings, help).map(Checkmate)
    }
}

impl Rule for Checkmate {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            checkmate: Some(self.0),
            ..Adjudication::default()
        }
    }

    fn may_win(&self) -> bool {
        false
    }
}
