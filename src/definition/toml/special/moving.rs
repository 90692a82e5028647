//! What may be done beside moving, or instead of it: first leaps; and who captures en passant.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{EnPassantRules, FirstLeaps, PieceSet};
use crate::geometry::BoardShape;

use super::sides::{NamesWire, Optional, Pieces, both};
use crate::definition::toml::field::{Field, overlay};
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::ZoneWire;

/// Leaps of pieces that have not moved.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "FirstLeaps"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct FirstLeapsWire {
    /// Who leaps to the squares two files away and one rank ahead.
    king: Field<Optional<String>>,
    /// Who leaps two squares straight ahead.
    counsellor: Field<Optional<String>>,
    /// Who takes the king's leap away by aiming at it.
    rook: Field<Optional<String>>,
}

overlay!(FirstLeapsWire {
    king,
    counsellor,
    rook
});

/// Who captures en passant, and where.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EnPassant"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct EnPassantWire {
    /// Of the pieces whose moves capture en passant, those that may; all if nothing is said.
    pieces: Field<NamesWire>,
    /// The squares on which a side may capture en passant; everywhere if nothing is said.
    zone: Field<ZoneWire>,
}

overlay!(EnPassantWire { pieces, zone });

impl Resolver<'_, '_> {
    pub(super) fn first_leaps(&mut self, wire: &FirstLeapsWire, pieces: &Pieces) -> FirstLeaps {
        FirstLeaps {
            king: self.maybe(&wire.king, pieces),
            counsellor: self.maybe(&wire.counsellor, pieces),
            rook: self.maybe(&wire.rook, pieces),
        }
    }

    pub(super) fn en_passant(
        &mut self,
        wire: &EnPassantWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> EnPassantRules {
        EnPassantRules {
            types: self
                .side_names(&wire.pieces, pieces)
                .unwrap_or([PieceSet::ALL; 2]),
            region: self.sides(&wire.zone, shape).unwrap_or_else(|| both(shape)),
        }
    }
}
