//! En passant restrictions by piece and square: `rules.en-passant`.

use crate::definition::{EnPassantRules, Setting, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

/// The rule `rules.en-passant`.
pub(in crate::rules::builtin) struct EnPassant(Option<EnPassantRules>);

impl BuiltinRule for EnPassant {
    const NAME: &'static str = "en-passant";
    const SETTINGS: Setting = keys! {
        /// The pieces that can capture en passant, of those whose moves do; all by default.
        "pieces" => BySide(&Pieces),
        /// The squares on which a side can capture en passant; all by default.
        "zone" => Zone,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<EnPassant, RuleError> {
        settings.by_side("pieces", RuleSettings::pieces)?;
        settings.zone("zone")?;
        Ok(EnPassant(settings.def().en_passant()))
    }
}

impl Rule for EnPassant {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn en_passant(&self) -> Option<EnPassantRules> {
        self.0.clone()
    }

    fn may_win(&self) -> bool {
        false
    }
}
