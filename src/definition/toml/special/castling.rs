//! Castling to fixed files, instead of by the `O` of a move text.

use crate::definition::rules::{CastlingRules, file_of};
use crate::geometry::BoardShape;
use crate::source::{Diagnostic, codes};

use super::sides::{NameWire, NamesWire, Pieces};
use super::{flag, typed};
use crate::definition::toml::custom::RuleTableWire;
use crate::definition::toml::field::Field;
use crate::definition::toml::resolve::Resolver;

/// The settings of the rule, if they are of the right kinds. Others are kept for the rule, which says what is
/// wrong with them.
#[derive(Default)]
pub(in crate::definition::toml) struct CastlingWire {
    king: Field<NameWire>,
    partners: Field<NamesWire>,
    right: Field<String>,
    left: Field<String>,
    rank: Field<u8>,
    king_file: Field<String>,
    right_partner: Field<String>,
    left_partner: Field<String>,
    any_files: Field<bool>,
    opposite: Field<bool>,
    dropped: Field<bool>,
    wins: Field<NamesWire>,
}

impl CastlingWire {
    pub(in crate::definition::toml) fn of(wire: &RuleTableWire) -> Option<CastlingWire> {
        let RuleTableWire::Table(settings) = wire else {
            return None;
        };
        let mut castling = CastlingWire::default();
        for (key, entry) in &settings.0 {
            let (place, value) = entry.value.get()?;
            let text = || Some(Field::Here(place, typed::text(value)?));
            let flag = || Some(Field::Here(place, typed::flag(value)?));
            let names = || Some(Field::Here(place, typed::names(place, value)?));
            match key.as_str() {
                "king" => castling.king = Field::Here(place, typed::name(place, value)?),
                "partners" => castling.partners = names()?,
                "right" => castling.right = text()?,
                "left" => castling.left = text()?,
                "rank" => castling.rank = Field::Here(place, typed::small(value)?),
                "king-file" => castling.king_file = text()?,
                "right-partner" => castling.right_partner = text()?,
                "left-partner" => castling.left_partner = text()?,
                "any-files" => castling.any_files = flag()?,
                "opposite" => castling.opposite = flag()?,
                "dropped" => castling.dropped = flag()?,
                "wins" => castling.wins = names()?,
                _ => return None,
            }
        }
        Some(castling)
    }
}

impl Resolver<'_, '_> {
    /// What a file says of castling to files, if it is a rule that can be read.
    pub(in crate::definition::toml) fn castling(
        &mut self,
        field: &Field<RuleTableWire>,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> Option<CastlingRules> {
        let (place, wire) = field.get()?;
        let wire = CastlingWire::of(wire)?;
        let usual = CastlingRules::usual(pieces, shape);
        if wire.partners.is_absent() {
            let help = "write whom the king castles with: `partners = 'rook'`";
            self.missing(place, "the castling has no `partners`", Some(help));
        }
        Some(CastlingRules {
            king: self.side_name(&wire.king, pieces).unwrap_or(usual.king),
            partners: self
                .side_names(&wire.partners, pieces)
                .unwrap_or(usual.partners),
            right_file: self.landing(&wire.right, shape).unwrap_or(usual.right_file),
            left_file: self.landing(&wire.left, shape).unwrap_or(usual.left_file),
            rank: wire.rank.value().map_or(0, |rank| rank.saturating_sub(1)),
            king_file: self.file(&wire.king_file, shape).unwrap_or(usual.king_file),
            right_partner_file: self
                .file(&wire.right_partner, shape)
                .unwrap_or(usual.right_partner_file),
            left_partner_file: self
                .file(&wire.left_partner, shape)
                .unwrap_or(usual.left_partner_file),
            any_files: flag(&wire.any_files),
            opposite: flag(&wire.opposite),
            dropped: flag(&wire.dropped),
            wins: self.castlings(&wire.wins),
        })
    }

    /// Where the king lands; `none`, which is a file beside the board, is nowhere.
    fn landing(&mut self, field: &Field<String>, shape: &BoardShape) -> Option<u8> {
        match field.value() {
            Some(word) if word == "none" => Some(shape.files()),
            _ => self.file(field, shape),
        }
    }

    /// The number of a file that is written with its letter.
    fn file(&mut self, field: &Field<String>, shape: &BoardShape) -> Option<u8> {
        let (place, text) = field.get()?;
        let file = file_of(text, shape);
        if file.is_none() {
            let shown: String = text.chars().take(40).collect();
            let (first, last) = (shape.file_label(0), shape.file_label(shape.files() - 1));
            let message =
                format!("the board has no file `{shown}`, its files are {first} to {last}");
            self.fault(codes::BAD_ZONE, place, message);
        }
        file
    }

    /// The castlings that are named, by side: left, right.
    fn castlings(&mut self, field: &Field<NamesWire>) -> [[bool; 2]; 2] {
        let mut wins = [[false; 2]; 2];
        let Some(names) = field.value() else {
            return wins;
        };
        for (side, fields) in wins.iter_mut().zip(names.items()) {
            for field in fields {
                match field.get() {
                    Some((_, word)) if word == "left" => side[0] = true,
                    Some((_, word)) if word == "right" => side[1] = true,
                    Some((place, word)) => {
                        let shown: String = word.chars().take(40).collect();
                        let message = format!("`{shown}` is not a castling");
                        let finding = Diagnostic::new(codes::UNKNOWN_SETTING, place.span, message)
                            .with_help("castlings are `left` and `right`, as White sees them");
                        self.report(place, finding);
                    }
                    None => {}
                }
            }
        }
        wins
    }
}
