//! The tables of jump series and of runs.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay};
use super::resolve::Resolver;
use super::special::{Pieces, flag};
use super::wire::Texts;
use crate::compile::paths;
use crate::definition::{JumpSeries, Run};
use crate::geometry::{BoardShape, Offset, Perspective};
use crate::movement::{Movement, Pattern};
use crate::source::codes;
use crate::syntax::betza::Dialect;

/// Jumps over adjacent pieces, one after the other.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "JumpSeries"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct JumpSeriesWire {
    /// Leaps in Betza notation to the squares that are jumped over; `K` by default. A series uses
    /// only one text of a list.
    pub(super) over: Field<Texts>,
    /// Friendly pieces can be jumped over before the first capture.
    pub(super) own: Field<bool>,
    /// An en passant square counts as the piece that can be captured there.
    pub(super) en_passant: Field<bool>,
    /// Opposing pieces that must be captured when a jump ends next to them.
    pub(super) must_take: Field<Texts>,
    /// Captured pieces stay on the board until the series has ended.
    pub(super) remove_at_end: Field<bool>,
}

overlay!(JumpSeriesWire {
    over,
    own,
    en_passant,
    must_take,
    remove_at_end
});

/// The same leap over empty squares several times, as a first move.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Run"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RunWire {
    /// The leap in Betza notation; `fW` by default.
    pub(super) leap: Field<String>,
    /// The maximum number of leaps; 2 by default.
    pub(super) steps: Field<u8>,
}

overlay!(RunWire { leap, steps });

impl Resolver<'_> {
    pub(super) fn jump_series(&mut self, wire: &JumpSeriesWire, pieces: &Pieces) -> JumpSeries {
        let texts = wire.over.value().map_or(&[][..], Texts::items);
        let mut over: Vec<Vec<Offset>> = texts.iter().filter_map(|text| self.leaps(text)).collect();
        if texts.is_empty() {
            over.extend(leaps(&Movement::read("K", Dialect::XBetza).value));
        }
        JumpSeries {
            over,
            over_own: flag(&wire.own),
            en_passant: flag(&wire.en_passant),
            must_take: self.named(&wire.must_take, pieces).unwrap_or_default(),
            remove_at_end: flag(&wire.remove_at_end),
        }
    }

    pub(super) fn run(&mut self, wire: &RunWire) -> Run {
        let ahead = vec![Offset { dx: 0, dy: 1 }];
        Run {
            leaps: self.leaps(&wire.leap).unwrap_or(ahead),
            steps: wire.steps.value().copied().unwrap_or(2),
        }
    }

    /// Reads the displacements of a union of leaps.
    fn leaps(&mut self, field: &Field<String>) -> Option<Vec<Offset>> {
        let (place, text) = field.get()?;
        if !self.spend(64) || self.text(field).is_none() {
            return None;
        }
        let dialect = self.dialects.get(&place.owner).copied().unwrap_or_default();
        let (_, movement) = self.movement(place, text, dialect);
        let found = leaps(&movement);
        if found.is_none() {
            let message = format!("`{text}` is not a union of leaps");
            self.fault(codes::NOT_LEAPS, place, message);
        }
        found
    }
}

/// The targets of a leaper from its owner's point of view; `None` if the movement depends on the board or on earlier
/// moves.
fn leaps(movement: &Movement) -> Option<Vec<Offset>> {
    let side = BoardShape::MAX_SIDE;
    let shape = BoardShape::rectangle(side, side).ok()?;
    let center = side / 2;
    let origin = shape.at(center, center)?;
    let mut offsets = Vec::new();
    for pattern in movement.patterns() {
        let Pattern::Walk(walk) = pattern else {
            return None;
        };
        for path in paths(walk, &shape, Perspective::White, origin, 1 << 10).ok()? {
            let plain = path.conditions.is_empty() && path.taken.is_empty();
            if !plain {
                return None;
            }
            let offset = Offset {
                dx: i16::from(shape.file_of(path.to)) - i16::from(center),
                dy: i16::from(shape.rank_of(path.to)) - i16::from(center),
            };
            if !offsets.contains(&offset) {
                offsets.push(offset);
            }
        }
    }
    offsets.sort_unstable();
    (!offsets.is_empty()).then_some(offsets)
}
