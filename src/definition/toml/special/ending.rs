//! Ends by reaching squares.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{FlagRules, Verdict};
use crate::geometry::BoardShape;

use super::royalty::ResultWord;
use super::sides::{NameWire, Pieces};
use super::{flag, number};
use crate::definition::toml::field::{Field, Place, overlay};
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::ZoneWire;

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
}
