//! The transformation of a piece after its own move.

use super::names::Pieces;
use super::reach::Bearer;
use super::resolver::Resolver;
use crate::definition::{AfterMove, PieceId, Quiet};
use crate::formats::toml::wire::{AftermathWire, Field, Named, flag};

impl Resolver<'_> {
    pub(in crate::formats::toml) fn aftermath(
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
