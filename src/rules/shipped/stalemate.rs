//! The result for a player who is not in check and has no legal move: `rules.stalemate`.

use super::results::verdict;
use super::{Setting, ShippedRule};
use crate::definition::Verdict;
use crate::rules::{Course, CustomRule, Phases, RuleError, RuleSettings};
use crate::source::codes;

/// `rules.stalemate`.
pub(super) struct Stalemate(Verdict);

impl ShippedRule for Stalemate {
    const NAME: &'static str = "stalemate";
    const SETTINGS: Setting = Setting::Words(Verdict::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<Stalemate, RuleError> {
        let result = verdict(settings, "value")?.ok_or_else(|| {
            let help = "write the result for that player: `stalemate = 'loss'`";
            RuleError::with_code(codes::MISSING_KEY, "it has no result").with_help(help)
        })?;
        Ok(Stalemate(result))
    }
}

impl CustomRule for Stalemate {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn course(&self) -> Course {
        Course {
            stalemate: Some(self.0),
            ..Course::default()
        }
    }

    fn may_win(&self) -> bool {
        self.0 != Verdict::Draw
    }
}
