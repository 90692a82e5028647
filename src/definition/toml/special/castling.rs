//! Castling to fixed files, instead of by the `O` of a move text.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::PieceId;
use crate::definition::rules::CastlingRules;
use crate::geometry::BoardShape;
use crate::source::{Diagnostic, codes};

use super::flag;
use super::sides::{NameWire, NamesWire, Pieces};
use crate::definition::toml::field::{Field, Place, overlay};
use crate::definition::toml::resolve::Resolver;

/// Castling to fixed files, instead of by the move text's `O`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Castling"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct CastlingWire {
    /// Who castles; the royal piece if nothing is said.
    king: Field<NameWire>,
    /// With whom.
    partners: Field<NamesWire>,
    /// The file on which the king lands to the right; the last but one if nothing is said.
    right: Field<String>,
    /// The file on which the king lands to the left; `c` if nothing is said.
    left: Field<String>,
    /// The rank as each side counts; 1 if nothing is said.
    rank: Field<u8>,
    /// The king's file where dropped kings may castle; the one right of the middle if nothing is
    /// said.
    king_file: Field<String>,
    /// The file from which the partner on the right is looked for; the last if nothing is said.
    right_partner: Field<String>,
    /// The file from which the partner on the left is looked for; the first if nothing is said.
    left_partner: Field<String>,
    /// Kings and partners may stand on any file.
    any_files: Field<bool>,
    /// A side may not castle to the side its opponent castled to.
    opposite: Field<bool>,
    /// Dropped pieces may castle.
    dropped: Field<bool>,
    /// Castlings that win, `left`, `right` or both; a side that can make none of them any more
    /// loses.
    wins: Field<NamesWire>,
}

overlay!(CastlingWire {
    king,
    partners,
    right,
    left,
    rank,
    king_file,
    right_partner,
    left_partner,
    any_files,
    opposite,
    dropped,
    wins
});

impl CastlingRules {
    /// What holds where nothing is said.
    pub(in crate::definition::toml) fn usual(pieces: &Pieces, shape: &BoardShape) -> CastlingRules {
        let last = shape.files() - 1;
        let king = pieces.values().position(|piece| piece.royal);
        CastlingRules {
            king: [king.map(PieceId::new); 2],
            partners: Default::default(),
            right_file: last.saturating_sub(1),
            left_file: 2.min(last),
            rank: 0,
            king_file: shape.files() / 2,
            right_partner_file: last,
            left_partner_file: 0,
            any_files: false,
            opposite: false,
            dropped: false,
            wins: [[false; 2]; 2],
        }
    }
}

impl Resolver<'_, '_> {
    pub(super) fn castling(
        &mut self,
        place: Place,
        wire: &CastlingWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> CastlingRules {
        let usual = CastlingRules::usual(pieces, shape);
        if wire.partners.is_absent() {
            let help = "write whom the king castles with: `partners = 'rook'`";
            self.missing(place, "the castling has no `partners`", Some(help));
        }
        CastlingRules {
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
        }
    }

    /// The number of a file that is written with its letter.
    /// Where the king lands; `none`, which is a file beside the board, is nowhere.
    fn landing(&mut self, field: &Field<String>, shape: &BoardShape) -> Option<u8> {
        match field.value() {
            Some(word) if word == "none" => Some(shape.files()),
            _ => self.file(field, shape),
        }
    }

    fn file(&mut self, field: &Field<String>, shape: &BoardShape) -> Option<u8> {
        let (place, text) = field.get()?;
        let file = (0..shape.files()).find(|file| shape.file_label(*file) == *text);
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
