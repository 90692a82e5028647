//! Drops from the hand: `rules.drops`.

use crate::definition::{DropRules, Enclosing, RuleValue, Setting, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.drops`.
pub(in crate::rules::builtin) struct DropsRule(Option<DropRules>);

impl BuiltinRule for DropsRule {
    const NAME: &'static str = "drops";
    const SETTINGS: Setting = keys! {
        /// Whether drops are separate moves; true by default. The other keys also apply to gating.
        "moves" => Flag,
        /// The squares for drops; all by default. A piece cannot be dropped where none of its moves
        /// could end.
        "zone" => Zone,
        /// By piece: the squares on which it can be dropped.
        "zones" => ByPiece(&Zone),
        /// Pieces can also be dropped promoted.
        "promoted" => Flag,
        /// Dropped pieces stay in the hand; royal pieces only if `zones` names them.
        "free" => Flag,
        /// A piece whose number on a file is limited for drops; `false` for none.
        "no-doubled" => Piece,
        /// That number; 1 by default.
        "no-doubled-count" => Number,
        /// A piece that must be dropped on both colors of squares in equal numbers; `false` for
        /// none.
        "opposite-colors" => Piece,
        /// Drops are mandatory while any piece, or the named piece, is in hand.
        "mandatory" => Either(&[Flag, Piece]),
        /// The condition of drops: `reversi` encloses lines of opposing pieces, `ataxx` has opposing
        /// neighbors, `quadwrangle` has opposing neighbors, for moves or next to a friendly piece,
        /// `snort` has no opposing neighbor, `any-side` enters from an edge, `top` from the top.
        /// `false` for none.
        "enclosing" => Words(Enclosing::NAMES),
        /// Squares that are filled first, without this condition. Not mirrored.
        "enclosing-start" => Texts,
        /// Whether a drop can give check; true by default.
        "may-check" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<DropsRule, RuleError> {
        for key in ["moves", "promoted", "free", "may-check"] {
            settings.flag(key)?;
        }
        settings.zone("zone")?;
        settings.by_piece("zones", RuleSettings::zone)?;
        for key in ["no-doubled", "opposite-colors"] {
            settings.piece(key)?;
        }
        settings.whole("no-doubled-count", 0, u16::MAX.into())?;
        if !matches!(settings.value("mandatory"), Some(RuleValue::Flag(_))) {
            settings.piece("mandatory")?;
        }
        settings.one_of("enclosing", Enclosing::WORDS)?;
        settings.squares("enclosing-start")?;
        Ok(DropsRule(settings.def().drops()))
    }
}

impl Rule for DropsRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn drop_rules(&self) -> Option<DropRules> {
        self.0.clone()
    }

    fn may_win(&self) -> bool {
        false
    }
}
