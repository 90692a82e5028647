//! Mates by a piece that has just been dropped: `rules.course.no-mate-by-dropped`.

use super::kinds::{Kinds, is_checked_by};
use super::{Setting, ShippedRule};
use crate::definition::{Reason, VariantDef};
use crate::rules::{
    CustomRule, Past, Phases, RuleContext, RuleEnd, RuleError, RuleFinding, RuleSettings,
};
use crate::state::MoveKind;

/// `rules.course.no-mate-by-dropped`.
pub(super) struct NoMateByDropped {
    /// The pieces by whose drop mate loses.
    by: Kinds,
}

impl ShippedRule for NoMateByDropped {
    const NAME: &'static str = "no-mate-by-dropped";
    const SETTINGS: Setting = Setting::BySide(&Setting::Pieces);

    fn read(settings: &RuleSettings<'_>) -> Result<NoMateByDropped, RuleError> {
        Ok(NoMateByDropped {
            by: Kinds::required(settings)?,
        })
    }
}

impl CustomRule for NoMateByDropped {
    fn phases(&self) -> Phases {
        Phases::COURSE
    }

    fn may_win(&self) -> bool {
        false
    }

    fn checkmate(&self, at: &RuleContext<'_>, past: &Past<'_>) -> Option<RuleEnd> {
        let is_drop = past.made(0).is_some_and(|mv| mv.kind == MoveKind::Drop);
        let is_forbidden = is_drop && !is_checked_by(at, |piece| !self.by.has_form(at, piece));
        is_forbidden.then(|| RuleEnd::of(Some(at.turn()), Reason::ForbiddenMate))
    }

    fn words(&self) -> Vec<String> {
        vec![format!("Mate by dropping {} loses.", self.by.words())]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        self.by
            .doubts("value", "every mate counts")
            .into_iter()
            .collect()
    }
}
