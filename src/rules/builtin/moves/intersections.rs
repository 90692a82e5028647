//! Restrictions on royal pieces on intersections, for boards that have them: `rules.intersections`.

use crate::definition::{Setting, keys};
use crate::geometry::SquareSet;
use crate::rules::builtin::parts::BuiltinRule;
use crate::rules::data::{After, Phases, Rule, RuleContext, RuleError};
use crate::rules::settings::RuleSettings;
use crate::state::Move;

/// The rule `rules.intersections`.
pub(in crate::rules::builtin) struct Intersections {
    /// By side, whether a royal piece in check may move between squares and intersections.
    in_check: [bool; 2],
    /// By side, whether checkmate on an intersection counts as stalemate.
    mate_is_stalemate: [bool; 2],
}

impl BuiltinRule for Intersections {
    const NAME: &'static str = "intersections";
    // The FEN field `intersections` contains the pieces on them.
    const FIELD: &'static str = "on-intersections";
    const SETTINGS: Setting = keys! {
        /// Whether a royal piece in check may change between squares and intersections; `true` by
        /// default.
        "in-check" => BySide(&Flag),
        /// A checkmate of a royal piece on an intersection counts as a stalemate.
        "mate-is-stalemate" => BySide(&Flag),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Intersections, RuleError> {
        let flags = |key: &str, usual: bool| -> Result<[bool; 2], RuleError> {
            let flags = settings.by_side(key, RuleSettings::flag)?;
            Ok(flags.map(|flag| flag.unwrap_or(usual)))
        };
        Ok(Intersections {
            in_check: flags("in-check", true)?,
            mate_is_stalemate: flags("mate-is-stalemate", false)?,
        })
    }
}

impl Rule for Intersections {
    fn phases(&self) -> Phases {
        let forbids = if self.in_check == [true; 2] {
            Phases::NONE
        } else {
            Phases::FORBID
        };
        forbids | Phases::END
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let is_intersection = |square| at.shape().is_intersection(square);
        !self.in_check[mv.piece.color.index()]
            && at.is_royal(mv.piece.role)
            && is_intersection(mv.from) != is_intersection(mv.to)
            && at.is_check(mv.piece.color)
    }

    /// It forbids moves only in check.
    fn watches(&self, _: &RuleContext<'_>) -> Option<SquareSet> {
        Some(SquareSet::new())
    }

    fn pardons(&self, at: &RuleContext<'_>) -> bool {
        let mut royals = at.royals(at.turn());
        self.mate_is_stalemate[at.turn().index()]
            && royals.any(|square| at.shape().is_intersection(square))
    }

    fn words(&self) -> Vec<String> {
        let bound = match self.in_check.map(|may| !may) {
            [false, false] => None,
            [true, true] => Some("A royal piece"),
            [true, false] => Some("A royal piece of White's"),
            [false, true] => Some("A royal piece of Black's"),
        };
        let saved = match self.mate_is_stalemate {
            [false, false] => None,
            [true, true] => Some("A checkmate"),
            [true, false] => Some("A checkmate of White"),
            [false, true] => Some("A checkmate of Black"),
        };
        let bound = bound
            .map(|who| format!("{who} in check may not change between squares and intersections."));
        let saved = saved.map(|what| format!("{what} on an intersection counts as a stalemate."));
        bound.into_iter().chain(saved).collect()
    }
}
