//! Replacement of a piece on its first move by another unmoved piece: `rules.replacement`.

use crate::definition::{PieceSet, Setting, VariantDef, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::data::{Phases, Replacement, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;

/// The rule `rules.replacement`.
pub(in crate::rules::builtin) struct ReplacementRule {
    /// The kinds that make a replacement possible: the moving piece or the replacing one must
    /// belong to them; `None` for all.
    with: Option<Kinds>,
    /// Whether castling may include a replacement, on either of the two squares that are left.
    castling: bool,
}

impl BuiltinRule for ReplacementRule {
    const NAME: &'static str = "replacement";
    const SETTINGS: Setting = keys! {
        /// One of the two must be of these kinds; all by default.
        "with" => BySide(&Pieces),
        /// It is also possible with castling, on either of the two squares that become empty.
        "castling" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<ReplacementRule, RuleError> {
        Ok(ReplacementRule {
            with: Kinds::read(settings, "with")?,
            castling: settings.flag("castling")?.unwrap_or(false),
        })
    }
}

impl Rule for ReplacementRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn replacement(&self) -> Option<Replacement> {
        let with = self.with.as_ref().map(Kinds::sets);
        Some(Replacement {
            castling: self.castling,
            ..Replacement::of(with.unwrap_or([PieceSet::ALL; 2]))
        })
    }

    fn words(&self) -> Vec<String> {
        let castling = if self.castling {
            "; beside castling, either of the two places"
        } else {
            " and not with castling"
        };
        let with = self.with.as_ref().map_or_else(String::new, |with| {
            format!(" One of the two must be {}.", with.words())
        });
        vec![format!(
            "When a piece makes its first move, another piece of its side that has not moved may \
             take its place in the same move, but not out of check{castling}.{with}"
        )]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let with = self.with.as_ref();
        let nobody =
            with.and_then(|with| with.doubts("with", "no piece takes the place of another"));
        nobody.into_iter().collect()
    }
}
