//! Drops from the hand: `rules.drops`.

use super::{BuiltinRule, Setting, keys};
use crate::definition::{DropRules, Enclosing, RuleValue};
use crate::rules::{Phases, Rule, RuleError, RuleSettings};

/// The rule `rules.drops`.
pub(super) struct DropsRule(Option<DropRules>);

impl BuiltinRule for DropsRule {
    const NAME: &'static str = "drops";
    const SETTINGS: Setting = keys! {
        /// Whether drops are moves of their own; they are if nothing is said. Gating goes by the rest
        /// of these rules as well.
        "moves" => Flag,
        /// Where pieces may be dropped; everywhere if nothing is said. A piece is never dropped where
        /// none of its moves could end.
        "zone" => Zone,
        /// By piece: where it may be dropped.
        "zones" => ByPiece(&Zone),
        /// Pieces may also be dropped promoted.
        "promoted" => Flag,
        /// The hand is never empty; of royal pieces only where `zones` names them.
        "free" => Flag,
        /// A piece of which a file may hold only so many when another is dropped; `false` for none.
        "no-doubled" => Piece,
        /// How many that is; 1 if nothing is said.
        "no-doubled-count" => Number,
        /// A piece that must stand on both colors of squares in equal numbers; `false` for none.
        "opposite-colors" => Piece,
        /// Drops are mandatory while anything is in hand, or while the named piece is.
        "mandatory" => Either(&[Flag, Piece]),
        /// Drops must enclose something: `reversi` lines of opposing pieces between two of one's own,
        /// `ataxx` neighbors, `quadwrangle` neighbors, for moves or beside a friend; `snort` has no
        /// opposing neighbor, `any-side` is pushed in from an edge, `top` from the top. `false` if they
        /// need not.
        "enclosing" => Words(Enclosing::NAMES),
        /// Squares that are filled first, whatever they enclose. Not mirrored.
        "enclosing-start" => Texts,
        /// Whether a drop may give check; it may if nothing is said.
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
