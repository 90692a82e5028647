//! The table of the transformation of a piece after its own move.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, Named, overlay};
use super::values::Texts;

/// Changes of a piece after its own moves.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AfterMove"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct AftermathWire {
    /// By captured piece: the piece that it becomes.
    pub(in crate::formats::toml) becomes: Field<Named<String>>,
    /// Captured pieces with which it leaves the board.
    pub(in crate::formats::toml) vanishes: Field<Texts>,
    /// Captured pieces with which it explodes, together with all pieces that are adjacent or within
    /// reach.
    pub(in crate::formats::toml) explodes: Field<Texts>,
    /// The squares of the explosion: the target squares of this move in Betza notation, empty or
    /// not; `own` for the squares on which the piece could capture. By default the adjacent
    /// squares.
    pub(in crate::formats::toml) reach: Field<String>,
    /// The piece that it becomes after a move without capture.
    pub(in crate::formats::toml) quiet_becomes: Field<String>,
    /// It explodes after a move without capture.
    pub(in crate::formats::toml) quiet_explodes: Field<bool>,
}

overlay!(AftermathWire {
    becomes,
    vanishes,
    explodes,
    reach,
    quiet_becomes,
    quiet_explodes
});
