//! What may be done beside moving, or instead of it: first leaps, walls, passing; and who captures en passant.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{
    EnPassantRules, FirstLeaps, PassRules, PieceSet, WallRules, Walling,
};
use crate::geometry::BoardShape;

use super::sides::{FlagWire, NamesWire, Optional, Pieces, both, side_flags};
use super::{flag, unless};
use crate::definition::toml::field::{Field, Place, overlay, plain};
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::{ZoneWire, words};

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

/// Walls that players put on the board after each move.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Walls"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct WallsWire {
    /// Where they go.
    rule: Field<WallingWord>,
    /// Squares for walls; everywhere if nothing is said.
    zone: Field<ZoneWire>,
    /// A wall instead of a move.
    instead_of_move: Field<bool>,
}

overlay!(WallsWire {
    rule,
    zone,
    instead_of_move
});

/// Not moving.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Passing"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct PassingWire {
    /// At any time.
    always: Field<FlagWire>,
    /// When there is no other move.
    stalemate: Field<FlagWire>,
    /// Two passes in a row end the game; they do if nothing is said.
    twice_ends: Field<bool>,
}

overlay!(PassingWire {
    always,
    stalemate,
    twice_ends
});

words! {
    /// Where walls go.
    WallingWord, "Walling" => Walling {
        /// Where the moved piece could move next.
        Arrow => Arrow,
        /// Anywhere; the old wall vanishes.
        Duck => Duck,
        /// To the edge of what is left of the board.
        Edge => Edge,
        /// Where the piece came from.
        Past => Past,
        /// Anywhere in the zone.
        Static => Static,
    }
}

plain!(WallingWord);

impl PassingWire {
    pub(super) fn rules(&self) -> PassRules {
        PassRules {
            always: side_flags(&self.always),
            stalemate: side_flags(&self.stalemate),
            twice_ends: unless(&self.twice_ends),
        }
    }
}

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

    pub(super) fn walls(
        &mut self,
        place: Place,
        wire: &WallsWire,
        shape: &BoardShape,
    ) -> WallRules {
        if wire.rule.is_absent() {
            let help = "write where walls go: `rule = 'duck'`";
            self.missing(place, "the walls have no `rule`", Some(help));
        }
        WallRules {
            rule: wire
                .rule
                .value()
                .map_or(Walling::Static, |rule| (*rule).into()),
            region: self.sides(&wire.zone, shape).unwrap_or_else(|| both(shape)),
            instead_of_move: flag(&wire.instead_of_move),
        }
    }
}
