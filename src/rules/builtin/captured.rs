//! The fate of captured pieces: `rules.captured`.

use super::{BuiltinRule, Setting};
use crate::definition::CaptureFate;
use crate::rules::{Phases, Rule, RuleError, RuleSettings};

/// The rule `rules.captured`.
pub(super) struct Captured(CaptureFate);

impl BuiltinRule for Captured {
    const NAME: &'static str = "captured";
    const SETTINGS: Setting = Setting::Words(CaptureFate::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<Captured, RuleError> {
        let fate = settings
            .one_of("value", CaptureFate::WORDS)?
            .ok_or_else(|| {
                let help = "write where captured pieces go: `captured = 'captor'`";
                RuleError::missing("it has no word", help)
            })?;
        Ok(Captured(fate))
    }
}

impl Rule for Captured {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn captured(&self) -> Option<CaptureFate> {
        Some(self.0)
    }

    fn may_win(&self) -> bool {
        false
    }
}
