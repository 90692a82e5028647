//! The tables of palaces, of the placing of pieces and of repetition, and what they mean.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::definition::adjudication::RepetitionRules;
use crate::definition::ground::{BareKing, Palace, Placement};
use crate::definition::special::Verdict;
use crate::geometry::{BoardShape, Zone};

use super::field::{Field, Overlay, overlay, plain};
use super::resolve::Resolver;
use super::special::{ResultWord, flag};
use super::wire::{Removable, ZoneWire, words};

/// What happens when a position comes again.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Repetition")]
pub(super) struct RepetitionWire {
    /// The occurrence that ends the game; 3 if nothing is said.
    pub(super) limit: Field<u16>,
    /// The result for the player who brings it about; `draw` if nothing is said.
    pub(super) result: Field<ResultWord>,
}

overlay!(RepetitionWire { limit, result });

/// What the rules say of positions that come again.
pub(super) fn repetition(wire: &Field<Removable<RepetitionWire>>) -> RepetitionRules {
    let usual = RepetitionRules::default();
    match wire.value() {
        None => usual,
        Some(Removable::False(_)) => RepetitionRules {
            limit: None,
            ..usual
        },
        Some(Removable::Table(wire)) => RepetitionRules {
            limit: wire.limit.value().copied().or(usual.limit),
            verdict: wire.result.value().map_or(usual.verdict, |word| {
                // The other side is to move then.
                Verdict::from(*word).opposite()
            }),
            ..usual
        },
    }
}

/// Squares of each side at home. Who fills those of the other side wins at once, even in check.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Palace")]
pub(super) struct PalaceWire {
    /// Each side's own squares.
    pub(super) zone: Field<ZoneWire>,
    /// The largest number of own pieces there, but for a move that captures a royal piece; 1 if
    /// nothing is said.
    pub(super) limit: Field<u16>,
}

overlay!(PalaceWire { zone, limit });

/// Placing pieces from the hand before the first move.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Placement")]
pub(super) struct PlacementWire {
    /// Where each side places; the first rank if nothing is said.
    pub(super) zone: Field<ZoneWire>,
    /// How many pieces are placed at a time, White first; one if nothing is said. The last number
    /// is repeated.
    pub(super) turns: Field<Vec<Field<u8>>>,
    /// Both hands are one stock, but for the royal pieces, which are placed first.
    pub(super) common: Field<bool>,
}

overlay!(PlacementWire {
    zone,
    turns,
    common
});

impl Overlay for Vec<Field<u8>> {}

words! {
    /// When a side that has lost everything but its royal pieces loses the game.
    BareKingWord, "BareKing" => BareKing {
        /// At once, if the other side has more.
        Immediate => Immediate,
    }
}

plain!(BareKingWord);

impl Resolver<'_, '_> {
    /// Squares that the other side wants to fill.
    pub(super) fn palace(&mut self, wire: &PalaceWire, shape: &BoardShape) -> Palace {
        Palace {
            zone: self.zone(&wire.zone, shape).unwrap_or_else(Zone::nowhere),
            limit: wire.limit.value().copied().unwrap_or(1),
        }
    }

    /// The placing of pieces before the first move.
    pub(super) fn placement(&mut self, wire: &PlacementWire, shape: &BoardShape) -> Placement {
        let first_rank = || {
            Zone::mirrored(
                shape,
                &(0..shape.files())
                    .filter_map(|file| shape.at(file, 0))
                    .collect(),
            )
        };
        let turns = wire.turns.value().into_iter().flatten();
        let mut turns: Vec<u8> = turns
            .filter_map(Field::value)
            .copied()
            .map(|count| count.max(1))
            .collect();
        if turns.is_empty() {
            turns.push(1);
        }
        Placement {
            zone: self.zone(&wire.zone, shape).unwrap_or_else(first_rank),
            turns,
            common: flag(&wire.common),
        }
    }
}
