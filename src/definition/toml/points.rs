//! The table of the point count.

use indexmap::IndexMap;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::ByPiece;
use crate::definition::rules::{PointCount, PointValue};
use crate::definition::variant::PieceDef;
use crate::geometry::BoardShape;

use super::field::{Field, Named, Place, overlay, plain};
use super::resolve::Resolver;
use super::wire::{Texts, ZoneWire};

/// Counting the pieces on the board.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PointCount"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PointCountWire {
    /// The points that a side must be ahead; 1 if nothing is said.
    pub(super) margin: Field<u16>,
    /// By piece: its points, or a list of which the first that applies counts.
    pub(super) values: Field<Named<PointsWire>>,
}

overlay!(PointCountWire { margin, values });

/// The points of a piece, or a list of points of which the first that applies counts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Points", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum PointsWire {
    /// The points, whatever else is the case.
    Number(u16),
    /// Points under conditions.
    List(Vec<Field<PointsTable>>),
}

plain!(PointsWire);

/// Points under conditions, which must all be met.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PointsIf"))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PointsTable {
    /// The points.
    pub(super) points: Field<u16>,
    /// Where the piece must stand; anywhere if nothing is said.
    #[serde(default)]
    pub(super) zone: Field<ZoneWire>,
    /// Pieces of which the opponent must have more on the board than of those in `than`.
    #[serde(default)]
    pub(super) more: Field<Texts>,
    /// The pieces that those in `more` are compared with; none if nothing is said.
    #[serde(default)]
    pub(super) than: Field<Texts>,
}

impl Resolver<'_, '_> {
    /// How the pieces on the board are counted.
    pub(super) fn point_count(
        &mut self,
        wire: &PointCountWire,
        pieces: &IndexMap<String, PieceDef>,
        shape: &BoardShape,
    ) -> PointCount {
        let mut values = ByPiece::repeat(Vec::new(), pieces.len());
        for (name, entry) in wire.values.value().into_iter().flat_map(|named| &named.0) {
            let Some(piece) = self.find(entry.name, name, pieces) else {
                continue;
            };
            let counts = match entry.value.value() {
                None => Vec::new(),
                Some(PointsWire::Number(points)) => vec![PointValue {
                    points: *points,
                    zone: None,
                    more: None,
                }],
                Some(PointsWire::List(list)) => list
                    .iter()
                    .filter_map(Field::get)
                    .map(|(place, table)| self.point_value(place, table, pieces, shape))
                    .collect(),
            };
            values.set(piece, counts);
        }
        PointCount {
            margin: wire.margin.value().copied().unwrap_or(1),
            values,
        }
    }

    fn point_value(
        &mut self,
        place: Place,
        wire: &PointsTable,
        pieces: &IndexMap<String, PieceDef>,
        shape: &BoardShape,
    ) -> PointValue {
        if wire.points.is_absent() {
            self.missing(place, "the value has no `points`", None);
        }
        PointValue {
            points: wire.points.value().copied().unwrap_or(0),
            zone: self.zone(&wire.zone, shape),
            more: self
                .named(&wire.more, pieces)
                .map(|more| [more, self.named(&wire.than, pieces).unwrap_or_default()]),
        }
    }
}
