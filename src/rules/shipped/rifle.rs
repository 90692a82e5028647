//! Captures from afar: `rules.rifle`.
//!
//! A piece that captures stays where it is. It has not moved by that: it keeps its first move and its
//! castlings, and it does not promote.

use super::kinds::Kinds;
use super::{Setting, ShippedRule, keys};
use crate::definition::VariantDef;
use crate::rules::{CustomRule, Moves, Phases, RuleContext, RuleError, RuleFinding, RuleSettings};
use crate::state::{Effect, Move, MoveKind};

/// `rules.rifle`.
pub(super) struct Rifle {
    who: Kinds,
    /// A capture may be made in the usual way as well.
    optional: bool,
}

impl ShippedRule for Rifle {
    const NAME: &'static str = "rifle";
    const SETTINGS: Setting = keys! {
        /// The captors; all pieces if nothing is said.
        "who" => BySide(&Pieces),
        /// They may capture in the usual way as well.
        "optional" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Rifle, RuleError> {
        Ok(Rifle {
            who: Kinds::read(settings, "who")?.unwrap_or_else(|| Kinds::all(settings)),
            optional: settings.flag("optional")?.unwrap_or(false),
        })
    }
}

/// The capture by a piece that stays where it is. Nothing takes the place that it does not leave.
fn shot(at: &RuleContext<'_>, mv: &Move) -> Option<Move> {
    let from = mv.from;
    let leaves_nothing = mv.gate.is_none() && mv.wall != Some(from);
    leaves_nothing.then(|| {
        let mut shot = Move {
            to: from,
            promotion: None,
            from_hand: false,
            ..mv.clone()
        };
        shot.marks.clear();
        let mut castles = at.setup().special.castles.iter();
        if at.unmoved().contains(from)
            || castles.any(|right| right.king == from || right.partner == from)
        {
            shot.effects.push(Effect::Unmove { square: from });
        }
        shot
    })
}

impl CustomRule for Rifle {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        let shoots = mv.kind == MoveKind::Walk
            && mv.is_capture()
            && mv.from != mv.to
            && mv.mover_stays()
            && mv.shifts.is_empty()
            && self.who.contains(mv.piece);
        if shoots {
            moves.extend(shot(at, &mv));
        }
        if !shoots || self.optional {
            moves.push(mv);
        }
    }

    fn words(&self) -> Vec<String> {
        let stays = if self.optional {
            "that captures may stay where it is."
        } else {
            "that captures stays where it is."
        };
        vec![
            self.who.sentence(stays),
            "It has not moved by that, and it does not promote.".to_owned(),
        ]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let who = self
            .who
            .doubts("who", "every captor moves as without the rule");
        who.into_iter().collect()
    }
}
