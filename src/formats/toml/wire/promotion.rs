//! Promotions.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay};
use super::names::NamesWire;
use super::values::{OneOrMany, StockWord, ZoneWire};

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
