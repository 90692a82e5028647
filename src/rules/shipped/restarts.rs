//! Pieces that restart the clock of the move limit: `rules.course.restarts`.

use super::ShippedRule;
use super::kinds::piece_set;
use crate::definition::{ONLY_SETTING, PieceSet};
use crate::rules::{Course, CustomRule, Phases, RuleError, RuleSettings};
use crate::source::codes;

/// `rules.course.restarts`.
pub(super) struct Restarts {
    /// The pieces of each side.
    by: [PieceSet; 2],
}

impl ShippedRule for Restarts {
    const NAME: &'static str = "restarts";

    fn read(settings: &RuleSettings<'_>) -> Result<Restarts, RuleError> {
        let both = piece_set(settings, ONLY_SETTING)?;
        let [white, black] = [piece_set(settings, "white")?, piece_set(settings, "black")?];
        if both.is_none() && white.is_none() && black.is_none() {
            let error = RuleError::with_code(codes::MISSING_KEY, "it names no pieces");
            return Err(error.with_help("write a name, or a list of names"));
        }
        Ok(Restarts {
            by: [white, black].map(|side| side.or(both).unwrap_or_default()),
        })
    }
}

impl CustomRule for Restarts {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn course(&self) -> Course {
        Course {
            restarts: Some(self.by),
            ..Course::default()
        }
    }

    fn may_win(&self) -> bool {
        false
    }
}
