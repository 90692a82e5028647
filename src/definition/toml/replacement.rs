//! The table of the rule by which a piece comes to where another one left.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{PieceSet, Replacement};

use super::field::{Field, overlay};
use super::powers::Pieces;
use super::resolve::Resolver;
use super::special::flag;
use super::wire::Texts;

/// A piece that moves for the first time may be replaced by another unmoved one.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Replacement"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ReplacementWire {
    /// The pieces one of which must take part; all if nothing is said.
    pub(super) with: Field<Texts>,
    /// Whether it may go with castling, to either of the two squares that are left.
    pub(super) castling: Field<bool>,
}

overlay!(ReplacementWire { with, castling });

impl Resolver<'_, '_> {
    pub(super) fn replacement(&mut self, wire: &ReplacementWire, pieces: &Pieces) -> Replacement {
        Replacement {
            with: self.named(&wire.with, pieces).unwrap_or(PieceSet::ALL),
            castling: flag(&wire.castling),
        }
    }
}
