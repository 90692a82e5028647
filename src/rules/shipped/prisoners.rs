//! What captured pieces become in the hand of their captor: `rules.prisoners`.

use super::{Setting, ShippedRule};
use crate::definition::VariantDef;
use crate::rules::{CustomRule, Phases, RuleError, RuleFinding, RuleSettings};
use crate::state::Role;

/// `rules.prisoners`.
pub(super) struct Prisoners {
    /// Who becomes whom.
    changed: Vec<(Role, Role)>,
}

impl ShippedRule for Prisoners {
    const NAME: &'static str = "prisoners";
    const SETTINGS: Setting = Setting::ByPiece(&Setting::Piece);

    fn read(settings: &RuleSettings<'_>) -> Result<Prisoners, RuleError> {
        let changed = settings.pairs(RuleSettings::piece)?;
        Ok(Prisoners { changed })
    }
}

impl CustomRule for Prisoners {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn may_win(&self) -> bool {
        false
    }

    fn becomes_in_hand(&self, captured: Role) -> Option<Role> {
        let mut changed = self.changed.iter();
        let (_, into) = changed.find(|(from, _)| *from == captured)?;
        Some(*into)
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let is_idle = !def.rules.captured().keeps_prisoners();
        let finding = RuleFinding::new("captured pieces go to no captor's hand")
            .with_help("write `captured = 'captor'`");
        is_idle.then_some(finding).into_iter().collect()
    }
}
