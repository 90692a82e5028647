//! Mates by a piece that may not give mate: `rules.course.no-mate-by`.

use super::kinds::{Kinds, is_checked_by};
use super::{Setting, ShippedRule};
use crate::definition::{Reason, VariantDef};
use crate::rules::{
    CustomRule, Past, Phases, RuleContext, RuleEnd, RuleError, RuleFinding, RuleSettings,
};

/// `rules.course.no-mate-by`.
pub(super) struct NoMateBy {
    /// The pieces that may not give mate.
    by: Kinds,
}

impl ShippedRule for NoMateBy {
    const NAME: &'static str = "no-mate-by";
    const SETTINGS: Setting = Setting::BySide(&Setting::Pieces);

    fn read(settings: &RuleSettings<'_>) -> Result<NoMateBy, RuleError> {
        Ok(NoMateBy {
            by: Kinds::required(settings)?,
        })
    }
}

impl CustomRule for NoMateBy {
    fn phases(&self) -> Phases {
        Phases::COURSE
    }

    fn may_win(&self) -> bool {
        false
    }

    fn checkmate(&self, at: &RuleContext<'_>, _: &Past<'_>) -> Option<RuleEnd> {
        let is_forbidden = !is_checked_by(at, |piece| !self.by.has_form(at, piece));
        is_forbidden.then(|| RuleEnd::of(Some(at.turn()), Reason::ForbiddenMate))
    }

    fn words(&self) -> Vec<String> {
        vec![format!("Mate by {} loses.", self.by.words())]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        self.by
            .doubts("value", "every mate counts")
            .into_iter()
            .collect()
    }
}
