//! What may be done instead of moving: first leaps.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::FirstLeaps;

use super::sides::{Optional, Pieces};
use crate::definition::toml::field::{Field, overlay};
use crate::definition::toml::resolve::Resolver;

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

impl Resolver<'_, '_> {
    pub(super) fn first_leaps(&mut self, wire: &FirstLeapsWire, pieces: &Pieces) -> FirstLeaps {
        FirstLeaps {
            king: self.maybe(&wire.king, pieces),
            counsellor: self.maybe(&wire.counsellor, pieces),
            rook: self.maybe(&wire.rook, pieces),
        }
    }
}
