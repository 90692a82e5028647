//! The table of the transformation of a piece after its own move.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::PieceId;
use crate::definition::pieces::{AfterMove, Quiet};

use super::field::{Field, Named, overlay};
use super::reach::Bearer;
use super::resolve::Resolver;
use super::special::{Pieces, flag};
use super::wire::Texts;

/// What becomes of a piece after a move of its own.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AfterMove"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AftermathWire {
    /// By captured piece: what the piece becomes.
    pub(super) becomes: Field<Named<String>>,
    /// Captured pieces that take it along.
    pub(super) vanishes: Field<Texts>,
    /// Captured pieces at which it explodes together with everything around it, or within reach.
    pub(super) explodes: Field<Texts>,
    /// How far it explodes: the squares to which this move in Betza notation leads, whatever stands
    /// there; `own` for those on which the piece could capture. The squares around it if nothing is
    /// said.
    pub(super) reach: Field<String>,
    /// What it becomes after a move that captured nothing.
    pub(super) quiet_becomes: Field<String>,
    /// It explodes after a move that captured nothing.
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
