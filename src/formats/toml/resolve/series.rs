//! Jump series and runs.

use super::names::Pieces;
use super::resolver::Resolver;
use crate::compile::paths;
use crate::definition::{JumpSeries, Run};
use crate::formats::toml::wire::{Field, JumpSeriesWire, RunWire, Texts, flag};
use crate::geometry::{BoardShape, Offset, Perspective};
use crate::movement::{Dialect, Movement, Pattern};
use crate::source::codes;

impl Resolver<'_> {
    pub(in crate::formats::toml) fn jump_series(
        &mut self,
        wire: &JumpSeriesWire,
        pieces: &Pieces,
    ) -> JumpSeries {
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

    pub(in crate::formats::toml) fn run(&mut self, wire: &RunWire) -> Run {
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
