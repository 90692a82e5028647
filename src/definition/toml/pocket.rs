//! The table of the pocket.

use indexmap::IndexMap;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{PieceSet, PocketFate, PocketRule};
use crate::definition::variant::PieceDef;

use super::field::{Field, overlay, plain};
use super::resolve::Resolver;
use super::wire::{Texts, words};

/// Pieces beside the board that may take the place of pieces that move for the first time.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Pocket"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PocketWire {
    /// The pieces whose first move makes room; every piece if nothing is said.
    pub(super) movers: Field<Texts>,
    /// The number of White's last move that may do so; without end if nothing is said.
    pub(super) white_until: Field<u16>,
    /// The number of Black's last move that may do so.
    pub(super) black_until: Field<u16>,
    /// What becomes of pieces that were not placed until then; `gone` if nothing is said.
    pub(super) expired: Field<PocketFateWord>,
}

overlay!(PocketWire {
    movers,
    white_until,
    black_until,
    expired
});

words! {
    /// What becomes of a piece in the pocket that was not placed in time.
    PocketFateWord, "PocketFate" => PocketFate {
        /// It leaves the game.
        Gone => Gone,
        /// It goes to its owner's hand.
        Hand => Hand,
    }
}

plain!(PocketFateWord);

impl Resolver<'_, '_> {
    /// The rule of the pocket.
    pub(super) fn pocket(
        &mut self,
        wire: &PocketWire,
        pieces: &IndexMap<String, PieceDef>,
    ) -> PocketRule {
        PocketRule {
            movers: self.named(&wire.movers, pieces).unwrap_or(PieceSet::ALL),
            until: [&wire.white_until, &wire.black_until].map(|until| until.value().copied()),
            expired: wire
                .expired
                .value()
                .map_or(PocketFate::Gone, |word| (*word).into()),
        }
    }
}
