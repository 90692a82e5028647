//! Numbered start positions.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, Named, Overlay, overlay};

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
