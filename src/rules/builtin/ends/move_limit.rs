//! Move limit: moves without progress after which the game is drawn: `rules.move-limit`.

use crate::definition::Setting;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Adjudication, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.move-limit`.
pub(in crate::rules::builtin) struct MoveLimit(u16);

impl BuiltinRule for MoveLimit {
    const NAME: &'static str = "move-limit";
    const SETTINGS: Setting = Setting::Number;

    fn read(settings: &RuleSettings<'_>) -> Result<MoveLimit, RuleError> {
        let moves = settings.whole("value", 0, u16::MAX.into())?;
        let moves = moves.ok_or_else(|| {
            let help = "write how many moves each side may make: `move-limit = 50`";
            RuleError::missing("the number is missing", help)
        })?;
        Ok(MoveLimit(moves as u16))
    }
}

impl Rule for MoveLimit {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            move_limit: Some(self.0),
            ..Adjudication::default()
        }
    }

    fn may_win(&self) -> bool {
        false
    }
}
