//! The tables of drops along with a move, and of what points mean for royal pieces.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::ByPiece;
use crate::definition::rules::{DoubleDrop, PointRules};
use crate::geometry::BoardShape;

use super::field::{Field, Named, overlay};
use super::hooks::Pieces;
use super::resolve::Resolver;
use super::special::flag;
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

/// What points mean for royal pieces.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PointRules"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PointsWire {
    /// Whether a royal piece in check may change between squares and points; it may if nothing is
    /// said.
    pub(super) in_check: Field<bool>,
    /// A checkmate on a point counts as a stalemate.
    pub(super) mate_is_stalemate: Field<bool>,
}

overlay!(PointsWire {
    in_check,
    mate_is_stalemate
});

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

/// What points mean for royal pieces.
pub(super) fn point_rules(wire: &PointsWire) -> PointRules {
    PointRules {
        in_check: wire.in_check.value().copied().unwrap_or(true),
        mate_is_stalemate: flag(&wire.mate_is_stalemate),
    }
}
