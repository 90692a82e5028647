//! Leaps of pieces that have not moved: `rules.first-leaps`.

use super::{Setting, ShippedRule, keys};
use crate::definition::{FirstLeaps, PieceId, RuleValue};
use crate::rules::{CustomRule, Phases, RuleError, RuleSettings};
use crate::state::Role;

/// `rules.first-leaps`.
pub(super) struct Leaps(FirstLeaps);

impl ShippedRule for Leaps {
    const NAME: &'static str = "first-leaps";
    const SETTINGS: Setting = keys! {
        /// Who leaps to the squares two files away and one rank ahead.
        "king" => Either(&[Piece, Flag]),
        /// Who leaps two squares straight ahead.
        "counsellor" => Either(&[Piece, Flag]),
        /// Who takes the king's leap away by aiming at it.
        "rook" => Either(&[Piece, Flag]),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Leaps, RuleError> {
        let piece = |key: &str| match settings.value(key) {
            Some(RuleValue::Flag(false)) => Ok(None),
            _ => settings.piece(key),
        };
        let [king, counsellor, rook] = ["king", "counsellor", "rook"].map(piece);
        let id = |role: Option<Role>| role.map(PieceId::from);
        Ok(Leaps(FirstLeaps {
            king: id(king?),
            counsellor: id(counsellor?),
            rook: id(rook?),
        }))
    }
}

impl CustomRule for Leaps {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn first_leaps(&self) -> Option<FirstLeaps> {
        Some(self.0)
    }

    fn may_win(&self) -> bool {
        false
    }
}
