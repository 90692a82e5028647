//! The table of captures on other squares than the destination.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay};
use super::reach::ReachWire;
use super::values::{Removable, Switch};

/// Captures of pieces other than on the target square.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CaptureMethods"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct CapturesWire {
    /// Opposing pieces directly between the mover and a friendly piece on a rank or file, after a
    /// move along a rank or file.
    pub(in crate::formats::toml) custodial: Field<bool>,
    /// The opposing piece directly behind the origin of a straight move.
    pub(in crate::formats::toml) withdrawal: Field<bool>,
    /// The opposing piece directly ahead of the target of a straight move.
    pub(in crate::formats::toml) approach: Field<bool>,
    /// Opposing pieces at the intersections of the rank or file of the mover with the file or rank
    /// of its king.
    pub(in crate::formats::toml) coordination: Field<bool>,
    /// The opposing piece halfway along a diagonal move of two squares to an empty square.
    pub(in crate::formats::toml) midpoint: Field<bool>,
    /// All opposing pieces next to the mover, or within its reach.
    pub(in crate::formats::toml) proximity: Field<Switch<ReachWire>>,
    /// Opposing pieces that the move would capture by their own method, including leaps.
    pub(in crate::formats::toml) mimic: Field<Removable<MimicWire>>,
    /// Captured pieces change sides on their squares instead of leaving the board.
    pub(in crate::formats::toml) convert: Field<bool>,
    /// A move after which the piece is burned makes no such captures.
    pub(in crate::formats::toml) unless_burned: Field<bool>,
    /// The move by which another piece promotes to this one captures in these ways as well.
    pub(in crate::formats::toml) on_promotion: Field<bool>,
}

overlay!(CapturesWire {
    custodial,
    withdrawal,
    approach,
    coordination,
    midpoint,
    proximity,
    mimic,
    convert,
    unless_burned,
    on_promotion
});

/// Captures opposing pieces by their own methods.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Mimic"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct MimicWire {
    /// A move that leaps captures only by leaping.
    pub(in crate::formats::toml) pure: Field<bool>,
    /// It changes places with opposing pieces that swap.
    pub(in crate::formats::toml) swaps: Field<bool>,
    /// It leaves the board together with opposing pieces that leave it by a boom.
    pub(in crate::formats::toml) booms: Field<bool>,
}

overlay!(MimicWire { pure, swaps, booms });
