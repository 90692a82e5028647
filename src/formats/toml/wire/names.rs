//! Names of pieces, for both sides or for each.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, plain};
use super::literal::False;
use super::values::{Optional, Texts};

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
