//! Captures that need an observer: `rules.observed`.
//!
//! A piece captures, and gives check, only while another one of its own side reaches the square on which
//! it stands. Moves that capture nothing are free.

use super::kinds::Kinds;
use super::{Setting, ShippedRule, keys};
use crate::definition::{Reach, VariantDef};
use crate::geometry::Square;
use crate::rules::{
    After, Attack, CustomRule, Phases, RuleContext, RuleError, RuleFinding, RuleReach, RuleSettings,
};
use crate::state::{Move, MoveKind, Piece};

/// `rules.observed`.
pub(super) struct Observed {
    who: Kinds,
    by: Kinds,
    reach: RuleReach,
}

impl ShippedRule for Observed {
    const NAME: &'static str = "observed";
    const SETTINGS: Setting = keys! {
        /// Who needs an observer; all pieces if nothing is said.
        "who" => BySide(&Pieces),
        /// Who observes; all pieces if nothing is said.
        "by" => BySide(&Pieces),
        /// What they observe; `'own'`, the squares on which they could capture, if nothing is said.
        "reach" => Text,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Observed, RuleError> {
        let all = || Kinds::all(settings);
        Ok(Observed {
            who: Kinds::read(settings, "who")?.unwrap_or_else(all),
            by: Kinds::read(settings, "by")?.unwrap_or_else(all),
            reach: RuleReach::new(settings.reach("reach")?.unwrap_or(Reach::Own)),
        })
    }
}

impl Observed {
    /// Whether a piece may capture as far as the rule goes.
    fn may_capture(&self, at: &RuleContext<'_>, square: Square, piece: Piece) -> bool {
        let mut own = at.board().pieces_of(piece.color);
        let observes = |(from, other): (Square, Piece)| {
            from != square && self.by.contains(other) && at.reaches(&self.reach, from, square)
        };
        !self.who.contains(piece) || own.any(observes)
    }
}

impl CustomRule for Observed {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::ATTACK
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let takes = mv.is_capture() || !mv.converts.is_empty();
        takes
            && !mv.is_own_end()
            && mv.kind != MoveKind::Drop
            && !self.may_capture(at, mv.from, mv.piece)
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, _: Square) -> Attack {
        if self.may_capture(at, from, piece) {
            Attack::AsItMoves
        } else {
            Attack::Never
        }
    }

    fn words(&self) -> Vec<String> {
        let by = self.by.words();
        let rest = match self.reach.reach() {
            Reach::Movement(text) => {
                let reach = &text.betza;
                format!("captures only within reach (`{reach}`) of {by} of its own side.")
            }
            _ => format!("captures only while {by} of its own side guards it, pinned or not."),
        };
        vec![
            self.who.sentence(&rest),
            "Otherwise it gives no check either. Moves that capture nothing are free.".to_owned(),
        ]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let who = self
            .who
            .doubts("who", "every piece captures as without the rule");
        let by = self.by.doubts("by", "no piece can ever capture");
        who.into_iter().chain(by).collect()
    }
}
