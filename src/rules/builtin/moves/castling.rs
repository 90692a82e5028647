//! Castling to fixed files: `rules.castling`.

use crate::definition::{
    CASTLING_WAYS, CastlingRules, NO_FILE, PieceSet, Setting, VariantDef, file_of, keys, one_of,
};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::{names_in_set, royal_kinds};
use crate::rules::data::{Phases, Rule, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::source::codes;

/// The rule `rules.castling`.
pub(in crate::rules::builtin) struct Castling(Option<CastlingRules>);

impl BuiltinRule for Castling {
    const NAME: &'static str = "castling";
    const SETTINGS: Setting = keys! {
        /// The partners.
        "partners" => BySide(&Pieces),
        /// The castling piece. By default it is the royal piece, or, without royal pieces, the only kind of
        /// `extinction`.
        "king" => BySide(&Piece),
        /// The target file of the king to the right; the last but one by default.
        "right" => Text,
        /// The target file of the king to the left; `c` by default.
        "left" => Text,
        /// The rank from each side's view; 1 by default.
        "rank" => Number,
        /// The king's file, if dropped kings can castle; by default the file right of the middle.
        "king-file" => Text,
        /// The file at which the search for the right partner begins; the last by default.
        "right-partner" => Text,
        /// The file at which the search for the left partner begins; the first by default; `none` for no castling to
        /// the left.
        "left-partner" => Text,
        /// Kings and partners can start on any file.
        "any-files" => Flag,
        /// A side cannot castle to the wing to which its opponent has castled.
        "opposite" => Flag,
        /// Dropped pieces can castle.
        "dropped" => Flag,
        /// Castlings that win, `left`, `right` or both; a side that can no longer make any of them loses.
        "wins" => BySide(&Either(&[Words(&CASTLING_WAYS), List(&Words(&CASTLING_WAYS))])),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Castling, RuleError> {
        settings.by_side("partners", RuleSettings::pieces)?;
        settings.by_side("king", RuleSettings::piece)?;
        for key in ["right", "left", "left-partner"] {
            if settings.text(key)? != Some(NO_FILE) {
                file(settings, key)?;
            }
        }
        for key in ["king-file", "right-partner"] {
            file(settings, key)?;
        }
        settings.whole("rank", 0, u8::MAX.into())?;
        for key in ["any-files", "opposite", "dropped"] {
            settings.flag(key)?;
        }
        settings.by_side("wins", |settings, key| settings.words(key, &CASTLING_WAYS))?;
        if settings.value("partners").is_none() {
            let help = "write the partners of the king: `partners = 'rook'`";
            return Err(RuleError::missing("`partners` is missing", help));
        }
        let rule = settings.def().castling();
        let castles =
            |rule: &CastlingRules| rule.king != [None; 2] || rule.partners == [PieceSet::NONE; 2];
        if settings.value("king").is_none() && !rule.as_ref().is_none_or(castles) {
            let help = "write the castling piece: `king = 'NAME'`";
            return Err(RuleError::missing(
                "no piece is royal, and `king` is missing",
                help,
            ));
        }
        Ok(Castling(rule))
    }
}

/// Validates a file of the board.
fn file(settings: &RuleSettings<'_>, key: &str) -> Result<(), RuleError> {
    let shape = settings.shape();
    match settings.text(key)? {
        Some(name) if file_of(name, shape).is_none() => {
            let (first, last) = (shape.file_label(0), shape.file_label(shape.files() - 1));
            let message =
                format!("the board has no file `{name}`, its files are {first} to {last}");
            Err(RuleError::with_code(codes::BAD_ZONE, message).about(key))
        }
        _ => Ok(()),
    }
}

impl Rule for Castling {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn castling_by_files(&self) -> Option<CastlingRules> {
        self.0.clone()
    }

    fn may_win(&self) -> bool {
        false
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let royal = royal_kinds(def);
        let kings = self.0.iter().flat_map(|rule| rule.king).flatten();
        let others: PieceSet = kings.filter(|king| !royal.contains(*king)).collect();
        if others.is_empty() || royal.is_empty() {
            return Vec::new();
        }
        let name = one_of(&names_in_set(def, others));
        let message = format!("{name} castles only while its side has no royal piece");
        vec![RuleFinding::new(message).about("king")]
    }
}
