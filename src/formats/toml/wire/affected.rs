//! The tables of the pieces that a piece freezes, burns or protects.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay};
use super::values::Texts;

/// The affected pieces.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Affected"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct AffectedWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture. By default the adjacent squares.
    pub(in crate::formats::toml) reach: Field<String>,
    /// The names of the affected pieces; all by default.
    pub(in crate::formats::toml) only: Field<Texts>,
    /// Pieces that are not affected, as exceptions.
    pub(in crate::formats::toml) except: Field<Texts>,
}

overlay!(AffectedWire {
    reach,
    only,
    except
});

/// The pieces that a piece keeps from moving: opposing pieces that are adjacent or within reach.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Freezes"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct FreezesWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture. By default the adjacent squares.
    pub(in crate::formats::toml) reach: Field<String>,
    /// The names of the pieces that it can freeze; all by default.
    pub(in crate::formats::toml) only: Field<Texts>,
    /// Pieces that it cannot freeze, as exceptions.
    pub(in crate::formats::toml) except: Field<Texts>,
    /// Pieces that lift the freeze from friendly pieces if they are also next to the freezing
    /// piece, or within its reach.
    pub(in crate::formats::toml) lifted_by: Field<Texts>,
}

overlay!(FreezesWire {
    reach,
    only,
    except,
    lifted_by
});
