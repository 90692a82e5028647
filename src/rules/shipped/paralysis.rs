//! Pieces that paralyse others: `rules.paralysis`.
//!
//! A piece within reach of an opposing one that paralyses it neither moves nor captures nor gives check.
//! Whoever is paralysed still paralyses, and so does who is pinned: only reach is asked.

use super::kinds::Kinds;
use super::{Setting, ShippedRule, keys};
use crate::definition::{Reach, RuleValue, VariantDef};
use crate::geometry::Square;
use crate::rules::{
    After, Attack, CustomRule, Phases, RuleContext, RuleError, RuleFinding, RuleReach, RuleSettings,
};
use crate::state::{Move, MoveKind, Piece};

/// `rules.paralysis`.
pub(super) struct Paralysis {
    who: Kinds,
    by: By,
    reach: RuleReach,
}

/// Who paralyses a piece.
enum By {
    /// Pieces of its own kind.
    Like,
    /// Pieces of these kinds.
    Kinds(Kinds),
}

/// The word for pieces of the same kind.
const LIKE: &str = "like";

impl ShippedRule for Paralysis {
    const NAME: &'static str = "paralysis";
    const SETTINGS: Setting = keys! {
        /// Who can be paralysed; all pieces but royal ones if nothing is said.
        "who" => BySide(&Pieces),
        /// Opposing pieces that paralyse: those of the same kind, which is the default, or of these
        /// kinds.
        "by" => Either(&[Words(&["like"]), BySide(&Pieces)]),
        /// Whom they reach; `'own'`, what they could capture, if nothing is said. Captures en
        /// passant do not count.
        "reach" => Text,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Paralysis, RuleError> {
        let commoners =
            || Kinds::all_that(settings, "a piece that is not royal", |piece| !piece.royal);
        let by = match settings.value("by") {
            Some(RuleValue::Text(word)) if word == LIKE => None,
            _ => Kinds::read(settings, "by")?,
        };
        Ok(Paralysis {
            who: Kinds::read(settings, "who")?.unwrap_or_else(commoners),
            by: by.map_or(By::Like, By::Kinds),
            reach: RuleReach::new(settings.reach("reach")?.unwrap_or(Reach::Own)),
        })
    }
}

impl Paralysis {
    fn is_paralysed(&self, at: &RuleContext<'_>, square: Square, piece: Piece) -> bool {
        let paralyses = |other: Piece| match &self.by {
            By::Like => other.role == piece.role,
            By::Kinds(kinds) => kinds.contains(other),
        };
        let mut theirs = at.board().pieces_of(piece.color.opponent());
        self.who.contains(piece)
            && theirs.any(|(from, other)| paralyses(other) && at.reaches(&self.reach, from, square))
    }
}

impl CustomRule for Paralysis {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::ATTACK
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        mv.kind != MoveKind::Drop && !mv.is_pass() && self.is_paralysed(at, mv.from, mv.piece)
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, _: Square) -> Attack {
        if self.is_paralysed(at, from, piece) {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn words(&self) -> Vec<String> {
        let by = match &self.by {
            By::Like => "an opposing piece of its own kind".to_owned(),
            By::Kinds(kinds) => format!("{} of the other side", kinds.words()),
        };
        let paralysed = match self.reach.reach() {
            Reach::Movement(text) => {
                format!(
                    "is paralysed within reach (`{}`) of {by}: {PARALYSED}",
                    text.betza
                )
            }
            _ => format!("is paralysed while {by} attacks it: {PARALYSED}"),
        };
        vec![
            self.who.sentence(&paralysed),
            "A paralysed or pinned piece paralyses others all the same.".to_owned(),
        ]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let by = match &self.by {
            By::Like => None,
            By::Kinds(kinds) => kinds.doubts("by", NOBODY),
        };
        self.who
            .doubts("who", NOBODY)
            .into_iter()
            .chain(by)
            .collect()
    }
}

const PARALYSED: &str = "it can neither move nor capture, and gives no check.";

const NOBODY: &str = "nothing is ever paralysed";
