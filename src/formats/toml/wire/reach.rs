//! The squares that are affected.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay};

/// The squares that are affected.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Reach"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct ReachWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture.
    pub(in crate::formats::toml) reach: Field<String>,
}

overlay!(ReachWire { reach });
