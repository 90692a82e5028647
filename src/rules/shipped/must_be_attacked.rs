//! Pieces that must be attacked: `rules.must-be-attacked`.
//!
//! The opposite of a royal piece: when its side has moved, an opposing piece must attack it. Who has no
//! legal move while such a piece is not attacked is checkmated.

use super::kinds::Kinds;
use super::{Setting, ShippedRule, keys};
use crate::definition::VariantDef;
use crate::geometry::Square;
use crate::rules::{After, CustomRule, Phases, RuleContext, RuleError, RuleFinding, RuleSettings};
use crate::state::{Color, Move, Piece};

/// `rules.must-be-attacked`.
pub(super) struct MustBeAttacked {
    who: Kinds,
    by: Kinds,
    /// They can be captured.
    capturable: bool,
}

impl ShippedRule for MustBeAttacked {
    const NAME: &'static str = "must-be-attacked";
    const SETTINGS: Setting = keys! {
        /// The pieces that must be attacked; each of them, where there are several.
        "who" => BySide(&Pieces),
        /// Whose attacks count; all pieces if nothing is said.
        "by" => BySide(&Pieces),
        /// `false`: nobody captures them.
        "capturable" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<MustBeAttacked, RuleError> {
        let Some(who) = Kinds::read(settings, "who")? else {
            let error = RuleError::new("it does not say which pieces");
            return Err(error.with_help("name them: `who = 'anti-king'`"));
        };
        Ok(MustBeAttacked {
            who,
            by: Kinds::read(settings, "by")?.unwrap_or_else(|| Kinds::all(settings)),
            capturable: settings.flag("capturable")?.unwrap_or(true),
        })
    }
}

impl MustBeAttacked {
    /// Whether a piece of a side is not attacked although it must be.
    fn is_left_alone(&self, at: &RuleContext<'_>, color: Color) -> bool {
        let is_attacked = |square: Square| {
            let mut theirs = at.board().pieces_of(color.opponent());
            theirs.any(|(from, piece)| self.by.contains(piece) && at.attacks(from, square))
        };
        let mut own = at.board().pieces_of(color);
        own.any(|(square, piece)| self.who.contains(piece) && !is_attacked(square))
    }
}

impl CustomRule for MustBeAttacked {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::END
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let is_meant = |square: &Square| {
            let victim: Option<Piece> = at.piece(*square);
            victim.is_some_and(|victim| self.who.contains(victim))
        };
        let mut victims = mv.captures.iter().chain(&mv.converts);
        !self.capturable && victims.any(is_meant)
            || self.is_left_alone(&after.position(), mv.piece.color)
    }

    fn mates(&self, at: &RuleContext<'_>) -> bool {
        self.is_left_alone(at, at.turn())
    }

    fn words(&self) -> Vec<String> {
        let (who, by) = (self.who.words(), self.by.words());
        let mut words = vec![
            format!(
                "When a side has moved, {who} of its own must be attacked by {by} of the other side."
            ),
            format!(
                "A side that is left without legal moves while {who} of its own is not attacked so is \
                 checkmated."
            ),
        ];
        if !self.capturable {
            words.push(self.who.sentence("cannot be captured."));
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let who = self.who.doubts("who", "nothing must be attacked");
        let by = self.by.doubts("by", "no move is legal");
        who.into_iter().chain(by).collect()
    }
}
