//! Suicide: frozen pieces that their owner may remove as a move: `rules.suicide`.

use crate::definition::{PieceSet, Setting, VariantDef, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::{Kinds, royal_kinds};
use crate::rules::data::{Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::{Move, Piece};

/// The rule `rules.suicide`.
pub(in crate::rules::builtin) struct Suicide {
    /// The royal kinds, which cannot be removed.
    kings: PieceSet,
    /// The pieces that may be removed; `None` for all others.
    who: Option<Kinds>,
}

impl BuiltinRule for Suicide {
    const NAME: &'static str = "suicide";
    const SETTINGS: Setting = Setting::Either(&[
        Setting::Flag,
        keys! {
            /// The pieces for which this applies; all by default.
            "who" => BySide(&Pieces),
        },
    ]);

    fn read(settings: &RuleSettings<'_>) -> Result<Suicide, RuleError> {
        settings.presence()?;
        Ok(Suicide {
            kings: royal_kinds(settings.def()),
            who: Kinds::read(settings, "who")?,
        })
    }
}

impl Suicide {
    fn may_leave(&self, piece: Piece) -> bool {
        let is_meant = self.who.as_ref().is_none_or(|who| who.contains(piece));
        is_meant && !self.kings.contains(piece.role)
    }
}

impl Rule for Suicide {
    fn phases(&self) -> Phases {
        Phases::OFFER
    }

    fn may_win(&self) -> bool {
        false
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for square in &at.frozen(at.turn()) {
            if let Some(piece) = at.piece(square).filter(|piece| self.may_leave(*piece)) {
                let mut mv = Move::walk(piece, square, square);
                mv.captures.push(square);
                moves.push(mv);
            }
        }
    }

    fn words(&self) -> Vec<String> {
        let rest = "that may not move because it is frozen may be taken off the board by its owner as a \
                    move, unless it is royal.";
        vec![match &self.who {
            None => format!("A piece {rest}"),
            Some(who) => who.sentence(rest),
        }]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let nobody = self.who.as_ref();
        let doubt = nobody.and_then(|who| who.doubts("who", "no piece leaves the board"));
        doubt.into_iter().collect()
    }
}
