//! Mates that require a check by a strong piece: `rules.adjudication.mate-needs`.

use crate::definition::{Reason, Setting, VariantDef};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::{Kinds, is_checked_by};
use crate::rules::data::{Past, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;

/// The rule `rules.adjudication.mate-needs`.
pub(in crate::rules::builtin) struct MateNeeds {
    /// The strong pieces: one of them must have given one of the consecutive checks that end in mate.
    strong: Kinds,
}

impl BuiltinRule for MateNeeds {
    const NAME: &'static str = "mate-needs";
    const SETTINGS: Setting = Setting::BySide(&Setting::Pieces);

    fn read(settings: &RuleSettings<'_>) -> Result<MateNeeds, RuleError> {
        Ok(MateNeeds {
            strong: Kinds::required(settings)?,
        })
    }
}

impl Rule for MateNeeds {
    fn phases(&self) -> Phases {
        Phases::ADJUDICATION
    }

    fn may_win(&self) -> bool {
        false
    }

    fn checkmate(&self, _: &RuleContext<'_>, past: &Past<'_>) -> Option<RuleEnd> {
        let moments = (0..=past.n_moves()).step_by(2);
        let mut checks = moments
            .map_while(|ago| past.position(ago))
            .take_while(|at| at.is_check(at.turn()));
        let was_strong = checks.any(|at| {
            let is_strong = |piece| self.strong.has_form(&at, piece);
            is_checked_by(&at, is_strong)
        });
        (!was_strong).then(|| RuleEnd::of(None, Reason::WeakMate))
    }

    fn words(&self) -> Vec<String> {
        vec![format!(
            "Mate needs a check by {} among the uninterrupted checks before it, else it draws.",
            self.strong.words()
        )]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let nobody = self.strong.doubts("value", "every mate is a draw");
        nobody.into_iter().collect()
    }
}
