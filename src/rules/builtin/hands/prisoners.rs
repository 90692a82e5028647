//! The kinds of captured pieces in the hand of their captor: `rules.prisoners`.

use crate::definition::{Setting, VariantDef};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{AllRules, Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::Role;

/// The rule `rules.prisoners`.
pub(in crate::rules::builtin) struct Prisoners {
    /// The captured kinds and their kinds in hand.
    changed: Vec<(Role, Role)>,
    /// Whether captured pieces go to their captor's hand.
    are_kept: bool,
}

impl BuiltinRule for Prisoners {
    const NAME: &'static str = "prisoners";
    const SETTINGS: Setting = Setting::ByPiece(&Setting::Piece);

    fn read(settings: &RuleSettings<'_>) -> Result<Prisoners, RuleError> {
        let changed = settings.pairs(RuleSettings::piece)?;
        Ok(Prisoners {
            changed,
            are_kept: true,
        })
    }
}

impl Rule for Prisoners {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.are_kept = all.captured_to().keeps_prisoners();
        Ok(())
    }

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

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let finding = RuleFinding::new("captured pieces do not go to the captor's hand")
            .with_help("write `captured-to = 'captor-hand'`");
        (!self.are_kept).then_some(finding).into_iter().collect()
    }
}
