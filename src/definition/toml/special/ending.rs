//! Winning by reaching squares, or by connecting pieces.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{ConnectionRules, FlagRules, PieceSet, Verdict};
use crate::geometry::BoardShape;

use super::royalty::ResultWord;
use super::sides::{NameWire, Pieces};
use super::{flag, number, unless};
use crate::definition::toml::field::{Field, Place, overlay};
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::{Texts, ZoneWire};

/// Winning by reaching squares.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Goal"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct GoalWire {
    /// Who must get there; anybody if nothing is said.
    piece: Field<NameWire>,
    /// The squares.
    zone: Field<ZoneWire>,
    /// How many must be there; 1 if nothing is said.
    count: Field<u16>,
    /// A zone full of pieces wins as well if one of them counts.
    blocked_wins: Field<bool>,
    /// The opponent has one more move.
    last_move: Field<bool>,
    /// The piece must not be attacked there.
    safe: Field<bool>,
    /// The result for the side that gets there; `win` if nothing is said.
    result: Field<ResultWord>,
}

overlay!(GoalWire {
    piece,
    zone,
    count,
    blocked_wins,
    last_move,
    safe,
    result
});

/// Winning by connecting pieces.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Connection"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct ConnectionWire {
    /// The pieces that connect; all if nothing is said.
    pieces: Field<Texts>,
    /// So many in a row.
    row: Field<u16>,
    /// A square block of this side length.
    block: Field<u16>,
    /// So many on a line, with gaps.
    line: Field<u16>,
    /// Whether rows and lines along ranks count; they do if nothing is said.
    horizontal: Field<bool>,
    /// Whether those along files count; they do if nothing is said.
    vertical: Field<bool>,
    /// Whether diagonal ones count; they do if nothing is said.
    diagonal: Field<bool>,
    /// A zone that must be connected with the other.
    from: Field<ZoneWire>,
    /// The other zone.
    to: Field<ZoneWire>,
    /// The result for the side that connects; `win` if nothing is said.
    result: Field<ResultWord>,
}

overlay!(ConnectionWire {
    pieces,
    row,
    block,
    line,
    horizontal,
    vertical,
    diagonal,
    from,
    to,
    result
});

impl Resolver<'_, '_> {
    pub(super) fn goal(
        &mut self,
        place: Place,
        wire: &GoalWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> FlagRules {
        if wire.zone.is_absent() {
            let help = "write the squares to be reached: `zone = 'rank -1'`";
            self.missing(place, "the goal has no `zone`", Some(help));
        }
        FlagRules {
            piece: self.side_name(&wire.piece, pieces).unwrap_or_default(),
            region: self.sides(&wire.zone, shape).unwrap_or_default(),
            count: number(&wire.count, 1),
            blocked_wins: flag(&wire.blocked_wins),
            last_move: flag(&wire.last_move),
            safe: flag(&wire.safe),
            verdict: wire
                .result
                .value()
                .map_or(Verdict::Win, |word| (*word).into()),
        }
    }

    pub(super) fn connection(
        &mut self,
        wire: &ConnectionWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> ConnectionRules {
        let mut directions = Vec::new();
        if unless(&wire.horizontal) {
            directions.push((1, 0));
        }
        if unless(&wire.vertical) {
            directions.push((0, 1));
        }
        if unless(&wire.diagonal) {
            directions.extend([(1, 1), (1, -1)]);
        }
        let [white_from, black_from] = self.sides(&wire.from, shape).unwrap_or_default();
        let [white_to, black_to] = self.sides(&wire.to, shape).unwrap_or_default();
        ConnectionRules {
            kinds: self.named(&wire.pieces, pieces).unwrap_or(PieceSet::ALL),
            directions,
            row: number(&wire.row, 0),
            block: number(&wire.block, 0),
            line: number(&wire.line, 0),
            regions: [[white_from, white_to], [black_from, black_to]],
            verdict: wire
                .result
                .value()
                .map_or(Verdict::Win, |word| (*word).into()),
        }
    }
}
