//! The table of drops between squares and points.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::ByPiece;
use crate::definition::rules::DoubleDrop;
use crate::geometry::BoardShape;

use super::field::{Field, Named, overlay};
use super::hooks::Pieces;
use super::resolve::Resolver;
use super::wire::ZoneWire;

/// Captured pieces change between squares and points and may be put there.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DoubleDrop"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct DoubleDropWire {
    /// By piece: where it may be put; everywhere if nothing is said.
    pub(super) zones: Field<Named<ZoneWire>>,
}

overlay!(DoubleDropWire { zones });

impl Resolver<'_, '_> {
    pub(super) fn double_drop(
        &mut self,
        wire: &DoubleDropWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> DoubleDrop {
        let mut zones = ByPiece::repeat(None, pieces.len());
        if let Some(named) = wire.zones.value() {
            for (name, entry) in &named.0 {
                if let Some(piece) = self.find(entry.name, name, pieces) {
                    zones.set(piece, self.zone(&entry.value, shape));
                }
            }
        }
        DoubleDrop { zones }
    }
}
