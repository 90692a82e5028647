//! The tables of the pieces that a piece freezes, burns or protects.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay};
use super::reach::Bearer;
use super::resolve::Resolver;
use super::special::Pieces;
use super::wire::Texts;
use crate::definition::{Affected, Freeze};

/// The affected pieces.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Affected"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AffectedWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture. By default the adjacent squares.
    pub(super) reach: Field<String>,
    /// The names of the affected pieces; all by default.
    pub(super) only: Field<Texts>,
    /// Pieces that are not affected, as exceptions.
    pub(super) except: Field<Texts>,
}

overlay!(AffectedWire {
    reach,
    only,
    except
});

/// The pieces that a piece keeps from moving: opposing pieces that are adjacent or within reach.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Freezes"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FreezesWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture. By default the adjacent squares.
    pub(super) reach: Field<String>,
    /// The names of the pieces that it can freeze; all by default.
    pub(super) only: Field<Texts>,
    /// Pieces that it cannot freeze, as exceptions.
    pub(super) except: Field<Texts>,
    /// Pieces that lift the freeze from friendly pieces if they are also next to the freezing
    /// piece, or within its reach.
    pub(super) lifted_by: Field<Texts>,
}

overlay!(FreezesWire {
    reach,
    only,
    except,
    lifted_by
});

impl Resolver<'_> {
    pub(super) fn affected(
        &mut self,
        wire: &AffectedWire,
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> Affected {
        self.whom(&wire.reach, [&wire.only, &wire.except], pieces, bearer)
    }

    pub(super) fn freeze(
        &mut self,
        wire: &FreezesWire,
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> Freeze {
        Freeze {
            whom: self.whom(&wire.reach, [&wire.only, &wire.except], pieces, bearer),
            lifted_by: self.named(&wire.lifted_by, pieces).unwrap_or_default(),
        }
    }

    fn whom(
        &mut self,
        reach: &Field<String>,
        [only, except]: [&Field<Texts>; 2],
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> Affected {
        Affected {
            reach: self.reach(reach, bearer).unwrap_or_default(),
            only: self.named(only, pieces),
            except: self.named(except, pieces).unwrap_or_default(),
        }
    }
}
