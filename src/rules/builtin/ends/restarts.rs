//! Pieces that reset the clock of the move limit: `rules.adjudication.restarts`.

use crate::definition::{PieceSet, Setting};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::{piece_set, sides_required};
use crate::rules::data::{Adjudication, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.adjudication.restarts`.
pub(in crate::rules::builtin) struct Restarts {
    /// The pieces of each side.
    by: [PieceSet; 2],
}

impl BuiltinRule for Restarts {
    const NAME: &'static str = "restarts";
    const SETTINGS: Setting = Setting::BySide(&Setting::Pieces);

    fn read(settings: &RuleSettings<'_>) -> Result<Restarts, RuleError> {
        let sides = sides_required(settings, piece_set)?;
        Ok(Restarts {
            by: sides.map(Option::unwrap_or_default),
        })
    }
}

impl Rule for Restarts {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            restarts: Some(self.by),
            ..Adjudication::default()
        }
    }

    fn may_win(&self) -> bool {
        false
    }
}
