//! The tables of rules about other pieces of the mover's side, and about points.

use indexmap::IndexMap;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::ByPiece;
use crate::definition::rules::{BareKing, DoubleDrop, PieceSet, PointRules, Replacement};
use crate::definition::variant::PieceDef;
use crate::geometry::BoardShape;

use super::field::{Field, Named, overlay, plain};
use super::resolve::Resolver;
use super::special::flag;
use super::wire::{False, Texts, ZoneWire, words};

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

words! {
    /// When a side without pieces but its royal one loses.
    BareKingWord, "BareKing" => BareKing {
        /// After one more move, unless that bares the other side as well, which draws.
        Pending => Pending,
        /// At once.
        Immediate => Immediate,
        /// When the other side claims it.
        Claim => Claim,
    }
}

/// When a side without pieces but its royal one loses, or `false` for never.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "BareKingRule", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum BareKingWire {
    /// When.
    Text(Field<BareKingWord>),
    /// Never.
    False(False),
}

plain!(BareKingWord, BareKingWire);

type Pieces = IndexMap<String, PieceDef>;

impl Resolver<'_, '_> {
    pub(super) fn replacement(&mut self, wire: &ReplacementWire, pieces: &Pieces) -> Replacement {
        Replacement {
            with: self.named(&wire.with, pieces).unwrap_or(PieceSet::ALL),
            castling: flag(&wire.castling),
        }
    }

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

/// When a bare king loses.
pub(super) fn bare_king(field: &Field<BareKingWire>) -> Option<BareKing> {
    match field.value()? {
        BareKingWire::Text(word) => word.value().map(|word| (*word).into()),
        BareKingWire::False(_) => None,
    }
}

/// What points mean for royal pieces.
pub(super) fn point_rules(wire: &PointsWire) -> PointRules {
    PointRules {
        in_check: wire.in_check.value().copied().unwrap_or(true),
        mate_is_stalemate: flag(&wire.mate_is_stalemate),
    }
}
