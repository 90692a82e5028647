//! What captures do besides removing a piece.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{Blast, CaptureRules};
use crate::geometry::BoardShape;

use super::flag;
use super::sides::{NameWire, Pieces};
use crate::definition::toml::field::{Field, overlay};
use crate::definition::toml::reach::Bearer;
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::Texts;

/// What captures do besides removing a piece.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Captures"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct CapturesWire {
    /// Old spelling of `captured = 'captor'`.
    pub(in crate::definition::toml) to_hand: Field<bool>,
    /// Old spelling of `captured = 'partner'`.
    pub(in crate::definition::toml) to_partner: Field<bool>,
    /// Captured pieces stay promoted in a hand.
    keep_promoted: Field<bool>,
    /// What a piece is in hand that came from a promotion by choice, if not the piece that
    /// promotes; where several do, the last of them. `false` if it stays what it became.
    pub(super) returns_as: Field<NameWire>,
    /// Who can capture must.
    mandatory: Field<bool>,
    /// Captures remove everything a king's step around them.
    blast: Field<bool>,
    /// How far blasts go from a capture: the squares to which this move in Betza notation leads, as
    /// the captor sees them, whatever stands there; `own` for those on which the captor could capture
    /// next. The squares around if nothing is said.
    blast_reach: Field<String>,
    /// Pieces that survive blasts.
    blast_immune: Field<Texts>,
    /// Pieces that survive blasts unless they capture.
    blast_sheltered: Field<Texts>,
    /// Pieces that cannot capture their own kind.
    immune_to_own: Field<Texts>,
    /// Pieces that turn into walls when they capture.
    petrify: Field<Texts>,
    /// Blasted pieces leave walls.
    petrify_blasted: Field<bool>,
}

overlay!(CapturesWire {
    to_hand,
    to_partner,
    keep_promoted,
    returns_as,
    mandatory,
    blast,
    blast_reach,
    blast_immune,
    blast_sheltered,
    immune_to_own,
    petrify,
    petrify_blasted
});

impl Resolver<'_, '_> {
    pub(super) fn captures(
        &mut self,
        wire: &CapturesWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> CaptureRules {
        let anybody = Bearer { shape, moves: None };
        CaptureRules {
            keep_promoted: flag(&wire.keep_promoted),
            mandatory: flag(&wire.mandatory),
            immune_to_own: self.named(&wire.immune_to_own, pieces).unwrap_or_default(),
            blast: flag(&wire.blast).then(|| Blast {
                immune: self.named(&wire.blast_immune, pieces).unwrap_or_default(),
                sheltered: self
                    .named(&wire.blast_sheltered, pieces)
                    .unwrap_or_default(),
                reach: self.reach(&wire.blast_reach, anybody).unwrap_or_default(),
            }),
            petrify: self.named(&wire.petrify, pieces).unwrap_or_default(),
            petrify_blasted: flag(&wire.petrify_blasted),
        }
    }
}
