//! Pieces that may not go where they could never move again: `rules.no-dead-ends`.

use super::{Setting, ShippedRule};
use crate::rules::{CustomRule, Phases, RuleError, RuleSettings};

/// `rules.no-dead-ends`.
pub(super) struct NoDeadEnds;

impl ShippedRule for NoDeadEnds {
    const NAME: &'static str = "no-dead-ends";
    const SETTINGS: Setting = Setting::Flag;

    fn read(settings: &RuleSettings<'_>) -> Result<NoDeadEnds, RuleError> {
        settings.presence()?;
        Ok(NoDeadEnds)
    }
}

impl CustomRule for NoDeadEnds {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn forbids_dead_ends(&self) -> bool {
        true
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        vec!["No piece may go where it could never move again.".to_owned()]
    }
}
