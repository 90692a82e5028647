//! The result of a stalemate for the side without legal moves that is not in check: `rules.stalemate`.

use crate::definition::{Setting, Verdict};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::results::required_verdict;
use crate::rules::data::{Adjudication, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.stalemate`.
pub(in crate::rules::builtin) struct Stalemate(Verdict);

impl BuiltinRule for Stalemate {
    const NAME: &'static str = "stalemate";
    const SETTINGS: Setting = Setting::Words(Verdict::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<Stalemate, RuleError> {
        let help = "write the result for that player: `stalemate = 'loss'`";
        required_verdict(settings, help).map(Stalemate)
    }
}

impl Rule for Stalemate {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            stalemate: Some(self.0),
            ..Adjudication::default()
        }
    }

    fn may_win(&self) -> bool {
        self.0 != Verdict::Draw
    }
}
