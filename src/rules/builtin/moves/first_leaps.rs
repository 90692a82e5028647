//! Leaps of unmoved pieces: `rules.first-leaps`.

use crate::definition::{FirstLeaps, PieceId, Setting, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;
use crate::state::Role;

/// The rule `rules.first-leaps`.
pub(in crate::rules::builtin) struct Leaps(FirstLeaps);

impl BuiltinRule for Leaps {
    const NAME: &'static str = "first-leaps";
    const SETTINGS: Setting = keys! {
        /// The piece that leaps two files sideways and one rank ahead.
        "king" => Piece,
        /// The piece that leaps two squares straight ahead.
        "counsellor" => Piece,
        /// The piece that removes the right of the king to leap by aiming at it.
        "rook" => Piece,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Leaps, RuleError> {
        let [king, counsellor, rook] =
            ["king", "counsellor", "rook"].map(|key| settings.piece(key));
        let id = |role: Option<Role>| role.map(PieceId::from);
        Ok(Leaps(FirstLeaps {
            king: id(king?),
            counsellor: id(counsellor?),
            rook: id(rook?),
        }))
    }
}

impl Rule for Leaps {
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
