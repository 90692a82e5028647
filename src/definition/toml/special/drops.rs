//! Putting pieces from the hand on the board.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::ByPiece;
use crate::definition::rules::{DropRules, Enclosing, Forms};
use crate::geometry::BoardShape;

use super::sides::{Optional, Pieces, both};
use super::{flag, number, unless};
use crate::definition::toml::field::{Field, Named, overlay, plain};
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::{False, Texts, True, ZoneWire, words};

/// Putting pieces from the hand on the board.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Drops"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct DropsWire {
    /// Whether drops are moves of their own; they are if nothing is said. Gating goes by the rest
    /// of these rules as well.
    moves: Field<bool>,
    /// Where pieces may be dropped; everywhere if nothing is said. A piece is never dropped where
    /// none of its moves could end.
    zone: Field<ZoneWire>,
    /// By piece: where it may be dropped.
    zones: Field<Named<ZoneWire>>,
    /// Pieces may also be dropped promoted.
    promoted: Field<bool>,
    /// The hand is never empty.
    free: Field<bool>,
    /// A piece of which a file may hold only so many when another is dropped.
    no_doubled: Field<Optional<String>>,
    /// How many that is; 1 if nothing is said.
    no_doubled_count: Field<u16>,
    /// A piece that must stand on both colors of squares in equal numbers.
    opposite_colors: Field<Optional<String>>,
    /// Drops are mandatory while anything is in hand, or while the named piece is.
    mandatory: Field<MandatoryWire>,
    /// Drops must enclose something.
    enclosing: Field<Optional<EnclosingWord>>,
    /// Squares that are filled first, whatever they enclose. Not mirrored.
    enclosing_start: Field<Texts>,
    /// Whether a drop may give check; it may if nothing is said.
    may_check: Field<bool>,
}

overlay!(DropsWire {
    moves,
    zone,
    zones,
    promoted,
    free,
    no_doubled,
    no_doubled_count,
    opposite_colors,
    mandatory,
    enclosing,
    enclosing_start,
    may_check
});

/// Whether drops are mandatory, or the piece of which they are.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Mandatory", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::definition::toml) enum MandatoryWire {
    /// While anything is in hand.
    True(True),
    /// Never.
    False(False),
    /// While this piece is in hand.
    Text(Field<String>),
}

words! {
    /// What encloses what.
    EnclosingWord, "Enclosing" => Enclosing {
        /// Lines of opposing pieces between two of one's own.
        Reversi => Reversi,
        /// Neighbors.
        Ataxx => Ataxx,
        /// Neighbors, for moves or beside a friend.
        Quadwrangle => Quadwrangle,
        /// No opposing neighbor.
        Snort => Snort,
        /// Pushed in from an edge.
        AnySide => AnySide,
        /// Pushed in from the top.
        Top => Top,
    }
}

plain!(MandatoryWire, EnclosingWord);

impl Resolver<'_, '_> {
    pub(super) fn drops(
        &mut self,
        wire: &DropsWire,
        pieces: &Pieces,
        forms: &Forms,
        shape: &BoardShape,
    ) -> DropRules {
        let zone = self.sides(&wire.zone, shape).unwrap_or_else(|| both(shape));
        let mut regions = ByPiece::repeat(zone, pieces.len());
        if let Some(zones) = wire.zones.value() {
            for (name, entry) in &zones.0 {
                if let Some(piece) = self.find(entry.name, name, pieces)
                    && let Some(zone) = self.sides(&entry.value, shape)
                {
                    regions.set(piece, zone);
                }
            }
        }
        let mandatory = match wire.mandatory.value() {
            Some(MandatoryWire::True(_)) => Some(None),
            Some(MandatoryWire::Text(name)) => self.one(name, pieces).map(Some),
            Some(MandatoryWire::False(_)) | None => None,
        };
        let start = wire.enclosing_start.value();
        let enclosing = wire.enclosing.value().and_then(Optional::get);
        DropRules {
            allowed: unless(&wire.moves),
            promoted: flag(&wire.promoted),
            free: flag(&wire.free),
            no_doubled: self
                .maybe(&wire.no_doubled, pieces)
                .map(|kind| (kind, number(&wire.no_doubled_count, 1))),
            opposite_colors: self.maybe(&wire.opposite_colors, pieces),
            mandatory,
            enclosing: enclosing.map(|word| (*word).into()),
            enclosing_start: start
                .and_then(|texts| self.squares(texts.items(), shape))
                .unwrap_or_default(),
            may_check: unless(&wire.may_check),
            ..DropRules::anywhere(regions, pieces, forms)
        }
    }
}
