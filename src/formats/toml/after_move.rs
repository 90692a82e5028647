//! The table of the transformation of a piece after its own move.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, Named, overlay};
use super::reach::Bearer;
use super::resolve::Resolver;
use super::special::{Pieces, flag};
use super::wire::Texts;
use crate::definition::{AfterMove, PieceId, Quiet};

/// Changes of a piece after its own moves.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AfterMove"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AftermathWire {
    /// By captured piece: the piece that it becomes.
    pub(super) becomes: Field<Named<String>>,
    /// Captured pieces with which it leaves the board.
    pub(super) vanishes: Field<Texts>,
    /// Captured pieces with which it explodes, together with all pieces that are adjacent or within
    /// reach.
    pub(super) explodes: Field<Texts>,
    /// The squares of the explosion: the target squares of this move in Betza notation, empty or
    /// not; `own` for the squares on which the piece could capture. By default the adjacent
    /// squares.
    pub(super) reach: Field<String>,
    /// The piece that it becomes after a move without capture.
    pub(super) quiet_becomes: Field<String>,
    /// It explodes after a move without capture.
    pub(super) quiet_explodes: Field<bool>,
}

overlay!(AftermathWire {
    becomes,
    vanishes,
    explodes,
    reach,
    quiet_becomes,
    quiet_explodes
});

impl Resolver<'_> {
    pub(super) fn aftermath(
        &mut self,
        wire: &AftermathWire,
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> AfterMove {
        let quiet = if wire.quiet_becomes.is_absent() {
            flag(&wire.quiet_explodes).then_some(Quiet::Explodes)
        } else {
            self.one(&wire.quiet_becomes, pieces).map(Quiet::Becomes)
        };
        AfterMove {
            becomes: self.changes(&wire.becomes, pieces),
            vanishes: self.named(&wire.vanishes, pieces).unwrap_or_default(),
            explodes: self.named(&wire.explodes, pieces).unwrap_or_default(),
            reach: self.reach(&wire.reach, bearer).unwrap_or_default(),
            quiet,
        }
    }

    /// Reads pairs of a captured piece and the piece that the captor becomes.
    fn changes(&mut self, wire: &Field<Named<String>>, pieces: &Pieces) -> Vec<(PieceId, PieceId)> {
        let mut changed = Vec::new();
        for (name, entry) in wire.value().into_iter().flat_map(|named| &named.0) {
            let from = self.find(entry.name, name, pieces);
            changed.extend(from.zip(self.one(&entry.value, pieces)));
        }
        changed
    }
}
