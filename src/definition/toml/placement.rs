//! The table of the placing of pieces, and what it means.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::Placement;
use crate::geometry::{BoardShape, Zone};

use super::field::{Field, Overlay, overlay};
use super::resolve::Resolver;
use super::special::flag;
use super::wire::ZoneWire;

/// Placing pieces from the hand before the first move.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Placement"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlacementWire {
    /// Where each side places; the first rank if nothing is said.
    pub(super) zone: Field<ZoneWire>,
    /// How many pieces are placed at a time, White first; one if nothing is said. The last number
    /// is repeated.
    pub(super) turns: Field<Vec<Field<u8>>>,
    /// Both hands are one stock, but for the royal pieces, which are placed first.
    pub(super) common: Field<bool>,
}

overlay!(PlacementWire {
    zone,
    turns,
    common
});

impl Overlay for Vec<Field<u8>> {}

impl Resolver<'_, '_> {
    /// The placing of pieces before the first move.
    pub(super) fn placement(&mut self, wire: &PlacementWire, shape: &BoardShape) -> Placement {
        let first_rank = || {
            Zone::mirrored(
                shape,
                &(0..shape.files())
                    .filter_map(|file| shape.at(file, 0))
                    .collect(),
            )
        };
        let turns = wire.turns.value().into_iter().flatten();
        let mut turns: Vec<u8> = turns
            .filter_map(Field::value)
            .copied()
            .map(|count| count.max(1))
            .collect();
        if turns.is_empty() {
            turns.push(1);
        }
        Placement {
            zone: self.zone(&wire.zone, shape).unwrap_or_else(first_rank),
            turns,
            common: flag(&wire.common),
        }
    }
}
