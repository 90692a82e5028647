//! Variants, their boards and start positions, and the changes that options make.

#[cfg(feature = "schema")]
use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::definition::{Cells, PieceStyle};
use crate::geometry::value_at;
use crate::movement::Dialect;

use super::field::{Field, Named, Overlay, Place, overlay};
use super::piece::PieceWire;
use super::rules::{RuleEntryWire, RulesWire};
use super::values::{DialectWord, Optional, Removable, Texts};

/// One variant: its board, its pieces, its start and its rules.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Variant"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct VariantWire {
    /// The version of this format: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    pub(in crate::formats::toml) format: Field<u32>,
    /// The name of the variant, in a file with a single variant and without a table around it.
    pub(in crate::formats::toml) name: Field<String>,
    /// The name to display.
    pub(in crate::formats::toml) title: Field<String>,
    /// The variant from which omitted keys are inherited: a variant of the same file, a built-in,
    /// or a variant of another file: `./grid.toml`, `./grid.toml#name`.
    pub(in crate::formats::toml) inherits: Field<String>,
    /// The source of the rules.
    pub(in crate::formats::toml) source: Field<String>,
    /// The dialect of the move texts; `xbetza` by default.
    pub(in crate::formats::toml) dialect: Field<DialectWord>,
    /// The board.
    pub(in crate::formats::toml) board: Field<BoardWire>,
    /// The start position as a FEN; the last fields may be omitted.
    pub(in crate::formats::toml) start: Field<String>,
    /// Numbered start positions. `false` removes inherited ones.
    pub(in crate::formats::toml) setups: Field<Removable<SetupsWire>>,
    /// Move texts by name, for use in other move texts in braces: `'{sides}0'`.
    pub(in crate::formats::toml) directions: Field<Named<String>>,
    /// The pieces by name. `false` removes a piece that is inherited.
    pub(in crate::formats::toml) pieces: Field<Named<Removable<PieceWire>>>,
    /// The rules of the game.
    pub(in crate::formats::toml) rules: Field<RulesWire>,
    /// Rules of this variant by name, each written as clauses, for `rules.use`.
    pub(in crate::formats::toml) library: Field<Named<RuleEntryWire>>,
    /// The options by name, each with its values by name. The first value is the default.
    pub(in crate::formats::toml) settings: Field<Named<Removable<Named<PatchWire>>>>,
    /// The appearance of the board and the pieces, and keys of a file in another format that do not affect the
    /// rules. `false` removes an inherited key.
    #[cfg_attr(feature = "schema", schemars(with = "Presentation"))]
    pub(in crate::formats::toml) presentation: Field<Named<Optional<String>>>,
}

/// The appearance of the board and the pieces. Other keys are those of imported files.
#[cfg(feature = "schema")]
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", transform = without_required)]
#[expect(dead_code, reason = "only its schema is used")]
struct Presentation {
    /// The form of the cells: squares by default.
    #[schemars(extend("enum" = one_of(Cells::WORDS)))]
    cells: Optional<String>,
    /// Rectangles whose diagonals are lines, such as `d1-f3`; Black's are mirrored.
    palaces: Optional<String>,
    /// The two ranks next to the river, such as `rank 5..6`.
    river: Optional<String>,
    /// The boards that are drawn next to each other, each with a name: `A: a1-h8, B: i1-p8`. `/` begins a row.
    boards: Optional<String>,
    /// The drawings of pieces: figures by default.
    #[schemars(extend("enum" = one_of(PieceStyle::WORDS)))]
    pieces: Optional<String>,
    #[schemars(flatten)]
    others: BTreeMap<String, Optional<String>>,
}

/// These words, and `false`, which removes an inherited one.
#[cfg(feature = "schema")]
fn one_of(words: &[&str]) -> Vec<serde_json::Value> {
    let words = words.iter().map(|word| (*word).into());
    words.chain([false.into()]).collect()
}

/// Makes all keys of a table optional.
#[cfg(feature = "schema")]
fn without_required(schema: &mut schemars::Schema) {
    schema.remove("required");
}

overlay!(VariantWire { dialect, board, start, setups, directions, pieces, rules, settings, presentation } own {
    format, name, title, inherits, source, library,
});

impl VariantWire {
    /// Keys that identify a variant, and thus distinguish a file of one variant from a file of many.
    pub(in crate::formats::toml) const TELLING: [&str; 4] = ["name", "inherits", "board", "pieces"];

    /// All keys.
    pub(in crate::formats::toml) const KEYS: [&str; 15] = [
        "format",
        "name",
        "title",
        "inherits",
        "source",
        "dialect",
        "board",
        "start",
        "setups",
        "directions",
        "pieces",
        "rules",
        "library",
        "settings",
        "presentation",
    ];
}

/// The board.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Board"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct BoardWire {
    /// The number of files, 1 to 36.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 36)))]
    pub(in crate::formats::toml) files: Field<i64>,
    /// The number of ranks, 1 to 36.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 36)))]
    pub(in crate::formats::toml) ranks: Field<i64>,
    /// The number of the first rank; 1 by default.
    pub(in crate::formats::toml) first_rank: Field<u8>,
    /// The letters of the files from the left; `a`, `b`, `c` and so on by default.
    pub(in crate::formats::toml) file_names: Field<String>,
    /// Squares of the rectangle that do not exist, written `*` in a FEN. Not mirrored.
    pub(in crate::formats::toml) holes: Field<Texts>,
    /// Squares that exist only while a piece stands on them. Not mirrored.
    pub(in crate::formats::toml) vanishing: Field<Texts>,
    /// The inner corners of the squares are places as well, called intersections: `e4+` is
    /// the upper right corner of `e4`.
    pub(in crate::formats::toml) intersections: Field<bool>,
}

overlay!(BoardWire {
    files,
    ranks,
    first_rank,
    file_names,
    holes,
    vanishing,
    intersections
});

/// The changes by a value of a setting, which override the variant like a child its parent.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Change"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct PatchWire {
    /// A description of the value.
    pub(in crate::formats::toml) about: Field<String>,
    /// Changes of the board.
    pub(in crate::formats::toml) board: Field<BoardWire>,
    /// The start position as a FEN.
    pub(in crate::formats::toml) start: Field<String>,
    /// Numbered start positions. `false` removes them.
    pub(in crate::formats::toml) setups: Field<Removable<SetupsWire>>,
    /// Changes of the pieces. `false` removes a piece.
    pub(in crate::formats::toml) pieces: Field<Named<Removable<PieceWire>>>,
    /// Changes of the rules.
    pub(in crate::formats::toml) rules: Field<RulesWire>,
}

impl PatchWire {
    /// The variant with the change applied.
    pub(in crate::formats::toml) fn apply(self, variant: VariantWire) -> VariantWire {
        VariantWire {
            board: self.board.over(variant.board),
            start: self.start.over(variant.start),
            setups: self.setups.over(variant.setups),
            pieces: self.pieces.over(variant.pieces),
            rules: self.rules.over(variant.rules),
            ..variant
        }
    }

    /// Adds the dialect to each move whose dialect is not XBetza.
    pub(in crate::formats::toml) fn name_dialects(&mut self, dialects: &[(u32, Dialect)]) {
        let word = |place: Place| {
            let dialect = value_at(dialects, &place.owner)
                .copied()
                .unwrap_or_default();
            (dialect != Dialect::XBetza).then_some(Field::Here(place, dialect.into()))
        };
        let Field::Here(_, pieces) = &mut self.pieces else {
            return;
        };
        for entry in pieces.0.values_mut() {
            if let Field::Here(_, Removable::Table(piece)) = &mut entry.value
                && let Field::Here(_, moves) = &mut piece.moves
            {
                for one in moves.items_mut() {
                    if let Field::Here(place, one) = one
                        && let Some(word) = word(*place)
                    {
                        one.set_dialect(word);
                    }
                }
            }
        }
    }
}

impl Overlay for PatchWire {}

/// The rule tables of a variant: its own, and those in the values of its settings.
pub(in crate::formats::toml) fn rules_of(wire: &VariantWire) -> impl Iterator<Item = &RulesWire> {
    let settings = wire.settings.value().into_iter();
    let values = settings
        .flat_map(|settings| settings.0.values())
        .filter_map(|entry| match entry.value.value()? {
            Removable::Table(values) => Some(values.0.values()),
            Removable::False(_) => None,
        });
    let patches = values
        .flatten()
        .filter_map(|entry| entry.value.value()?.rules.value());
    wire.rules.value().into_iter().chain(patches)
}

/// Numbered start positions. A number has a digit for each list of choices, the most significant
/// first.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Setups"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct SetupsWire {
    /// The FEN with names in braces: `{a}` is replaced by the text of the choice for `a`, `{A}` by
    /// the same text in capitals.
    pub(in crate::formats::toml) start: Field<String>,
    /// The choices of each digit; a choice gives texts to names.
    pub(in crate::formats::toml) digits: Field<Digits>,
    /// Texts that names must have: choices with other texts are excluded, and the rest is numbered.
    pub(in crate::formats::toml) fixed: Field<Named<String>>,
    /// The lowest number; 0 by default.
    pub(in crate::formats::toml) first: Field<u32>,
    /// The default number; if omitted, the lowest.
    pub(in crate::formats::toml) default: Field<u32>,
}

overlay!(SetupsWire {
    start,
    digits,
    fixed,
    first,
    default
});

/// The choices of each digit; each choice assigns texts to names.
pub(in crate::formats::toml) type Digits = Vec<Field<Vec<Field<Named<String>>>>>;

impl Overlay for Digits {}

impl Overlay for Vec<Field<Named<String>>> {}
