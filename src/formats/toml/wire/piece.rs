//! Pieces, their names, moves and promotions.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::actions::{ActionsWire, AffectedWire, AftermathWire, CapturesWire, FreezesWire};
use super::field::{Field, overlay, plain};
use super::literal::False;
use super::values::{
    DialectWord, OneOrMany, Optional, Removable, StockWord, Switch, Texts, ZoneWire,
};

/// One kind of piece.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Piece"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct PieceWire {
    /// The letter or letters in FEN and move text, the first a capital.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[A-Z][A-Za-z]*$")))]
    pub(in crate::formats::toml) letter: Field<String>,
    /// An alternative letter in a FEN, if no other piece has it.
    pub(in crate::formats::toml) second_letter: Field<Optional<String>>,
    /// How it moves: a move text, or a list of them; `'-'` for a piece that never moves.
    #[serde(rename = "move")]
    pub(in crate::formats::toml) moves: Field<OneOrMany<MoveWire>>,
    /// Whether the piece must not be left attacked.
    pub(in crate::formats::toml) royal: Field<bool>,
    /// When moves marked `i` can be made: `unmoved`, or from the squares of a zone.
    pub(in crate::formats::toml) initial: Field<ZoneWire>,
    /// The promotion at the end of a move. `false` removes an inherited promotion.
    pub(in crate::formats::toml) promotion: Field<Removable<PromotionWire>>,
    /// The piece that it promotes to by the rule `paired-promotion`, written with a `+` before its
    /// letter. With a `promotion` as well, one more choice of that.
    pub(in crate::formats::toml) promoted: Field<Optional<String>>,
    /// It neither jumps over nor captures pieces of its own kind.
    pub(in crate::formats::toml) own_kind_blocks: Field<bool>,
    /// The value in pawns.
    pub(in crate::formats::toml) value: Field<f64>,
    /// The picture: the name of a shape, or several names joined by `+`, such as `rook+knight`, of
    /// which all but the first are badges. By default, and with `false`, the moves determine it.
    pub(in crate::formats::toml) picture: Field<Optional<String>>,
    /// Moves other than walks. `false` removes inherited ones.
    pub(in crate::formats::toml) actions: Field<Removable<ActionsWire>>,
    /// Captures of pieces other than on the target square.
    pub(in crate::formats::toml) captures: Field<Removable<CapturesWire>>,
    /// Opposing pieces next to it, or within reach, cannot move.
    pub(in crate::formats::toml) freezes: Field<Removable<FreezesWire>>,
    /// Opposing pieces that end their move next to it, or within reach, leave the board.
    pub(in crate::formats::toml) burns: Field<Switch<AffectedWire>>,
    /// Friendly pieces next to it, or within reach, cannot be captured.
    pub(in crate::formats::toml) protects: Field<Switch<AffectedWire>>,
    /// Changes of the piece after its own moves.
    pub(in crate::formats::toml) after: Field<Removable<AftermathWire>>,
}

overlay!(PieceWire {
    letter,
    second_letter,
    moves,
    royal,
    initial,
    promotion,
    promoted,
    own_kind_blocks,
    value,
    picture,
    actions,
    captures,
    freezes,
    burns,
    protects,
    after
});

/// A move text, or a table with a move text and the squares on which it applies.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Move", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum MoveWire {
    /// A move in Betza notation, such as `N` or `fmWfceFifmnD`.
    Text(Field<String>),
    /// A move with the squares on which it applies.
    Table(Box<MoveTable>),
}

impl MoveWire {
    /// Sets the dialect of the move, unless it has one.
    pub(in crate::formats::toml) fn set_dialect(&mut self, word: Field<DialectWord>) {
        match self {
            MoveWire::Text(text) => {
                *self = MoveWire::Table(Box::new(MoveTable {
                    betza: std::mem::take(text),
                    from: Field::Absent,
                    to: Field::Absent,
                    takes: Field::Absent,
                    in_check: Field::Absent,
                    revisits: Field::Absent,
                    rebounds: Field::Absent,
                    dialect: word,
                }));
            }
            MoveWire::Table(table) if table.dialect.is_absent() => table.dialect = word,
            MoveWire::Table(_) => {}
        }
    }
}

/// A move with the squares on which it applies.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct MoveTable {
    /// The move in Betza notation.
    pub(in crate::formats::toml) betza: Field<String>,
    /// Squares from which the move can start; all by default.
    #[serde(default)]
    pub(in crate::formats::toml) from: Field<ZoneWire>,
    /// Squares on which the move can end; all by default.
    #[serde(default)]
    pub(in crate::formats::toml) to: Field<ZoneWire>,
    /// The pieces that the move can capture, and from which a last leg with `x` borrows; all by
    /// default.
    #[serde(default)]
    pub(in crate::formats::toml) takes: Field<Texts>,
    /// Whether the move can be made in check; true by default.
    #[serde(default)]
    pub(in crate::formats::toml) in_check: Field<bool>,
    /// Whether the path can visit a square twice, including the origin; true by default.
    #[serde(default)]
    pub(in crate::formats::toml) revisits: Field<bool>,
    /// Whether the path turns only at the edge of the board or at a hole, and away from it.
    #[serde(default)]
    pub(in crate::formats::toml) rebounds: Field<bool>,
    /// The dialect of the move text; by default that of the variant.
    #[serde(default)]
    pub(in crate::formats::toml) dialect: Field<DialectWord>,
}

/// The promotion of a piece.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Promotion"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct PromotionWire {
    /// The names of the pieces to choose from, in this order.
    pub(in crate::formats::toml) to: Field<OneOrMany<ChoiceWire>>,
    /// The squares on which the piece promotes; the last rank by default.
    pub(in crate::formats::toml) zone: Field<ZoneWire>,
    /// The squares of the zone on which promotion is optional; none by default.
    pub(in crate::formats::toml) stay: Field<ZoneWire>,
    /// The source of the promoted pieces; `unlimited` by default.
    pub(in crate::formats::toml) stock: Field<StockWord>,
    /// The maximum number of such pieces that a side can have on the board afterwards.
    pub(in crate::formats::toml) limit: Field<u16>,
    /// `false` if captures en passant do not promote.
    pub(in crate::formats::toml) in_passing: Field<bool>,
    /// Move texts name the piece only to distinguish moves.
    pub(in crate::formats::toml) silent: Field<bool>,
}

overlay!(PromotionWire {
    to,
    zone,
    stay,
    stock,
    limit,
    in_passing,
    silent
});

/// The name of a piece, or a table with a piece and separate conditions.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Choice", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum ChoiceWire {
    /// The name of a piece.
    Text(Field<String>),
    /// A piece with separate conditions, which replace those of the promotion.
    Table(Box<ChoiceTable>),
}

/// A piece with separate conditions, which replace those of the promotion.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct ChoiceTable {
    /// The name of the piece.
    pub(in crate::formats::toml) piece: Field<String>,
    /// The squares on which it can be chosen.
    #[serde(default)]
    pub(in crate::formats::toml) zone: Field<ZoneWire>,
    /// The source of the piece.
    #[serde(default)]
    pub(in crate::formats::toml) stock: Field<StockWord>,
    /// The maximum number of such pieces that a side can have on the board afterwards.
    #[serde(default)]
    pub(in crate::formats::toml) limit: Field<u16>,
}

/// Several pieces that promote to the same choices on arrival.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PawnPromotion"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct PawnsWire {
    /// The pieces that promote.
    pub(in crate::formats::toml) pieces: Field<NamesWire>,
    /// The pieces that they become.
    pub(in crate::formats::toml) to: Field<NamesWire>,
    /// The squares; the last rank by default.
    pub(in crate::formats::toml) zone: Field<ZoneWire>,
    /// Whether promotion is optional.
    pub(in crate::formats::toml) optional: Field<bool>,
}

overlay!(PawnsWire {
    pieces,
    to,
    zone,
    optional
});

/// The name of a piece, for both sides or for each.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "NameBySide", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum NameWire {
    /// The same for both sides.
    Text(Field<String>),
    /// None.
    False(False),
    /// One for each side.
    Table(SideName),
}

/// The name of a piece for each side.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct SideName {
    /// White's.
    pub(in crate::formats::toml) white: Field<Optional<String>>,
    /// Black's.
    pub(in crate::formats::toml) black: Field<Optional<String>>,
}

/// Names of pieces, for both sides or for each.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "NamesBySide", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum NamesWire {
    /// One name, the same for both sides.
    Text(Field<String>),
    /// Several names, the same for both sides.
    List(Vec<Field<String>>),
    /// Names for each side.
    Table(SideNames),
}

/// Names of pieces for each side.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct SideNames {
    /// White's.
    pub(in crate::formats::toml) white: Field<Texts>,
    /// Black's.
    pub(in crate::formats::toml) black: Field<Texts>,
}

plain!(NameWire, NamesWire);

impl NamesWire {
    /// The texts of each side.
    pub(in crate::formats::toml) fn items(&self) -> [&[Field<String>]; 2] {
        match self {
            NamesWire::Text(one) => [std::slice::from_ref(one); 2],
            NamesWire::List(many) => [many.as_slice(); 2],
            NamesWire::Table(sides) => {
                [&sides.white, &sides.black].map(|side| side.value().map_or(&[][..], Texts::items))
            }
        }
    }
}
