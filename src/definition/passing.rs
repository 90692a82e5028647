//! Captures in passing that promote.
//!
//! Promotions can leave captures in passing out, as Fairy-Stockfish does; that makes a difference only
//! where such a capture leads into the zone.

use super::canon::{all_ways, knows_of_passing};
use super::start::{SIDES, Start};
use super::variant::{PieceDef, VariantDef};
use super::ways::Kind;
use crate::geometry::{Perspective, SquareSet};

/// What is lost if captures in passing promote in only one of two definitions.
pub(super) const OTHERWISE: &str = "captures in passing that lead into the zone promote otherwise";

/// Whether a capture in passing may promote. Where there are too many ways to look at, none is found.
pub(super) fn may_promote_in_passing(def: &VariantDef) -> bool {
    let promotes = |piece: &PieceDef| {
        let promotion = piece.promotion.as_ref();
        promotion.is_some_and(|rule| rule.in_passing) && knows_of_passing(piece)
    };
    if !def.pieces.values().any(promotes) {
        return false;
    }
    let start = Start::of(def);
    let mut marked = [SquareSet::new(), SquareSet::new()];
    let mut reached = [SquareSet::new(), SquareSet::new()];
    let rule = def.rules.en_passant.as_ref();
    for side in SIDES {
        for (number, _, piece) in def.numbered() {
            if !knows_of_passing(piece) {
                continue;
            }
            let Ok(ways) = all_ways(def, &start, side, number) else {
                return false;
            };
            let may = rule.is_none_or(|rule| rule.types[side as usize].contains(number));
            for way in ways.iter().flat_map(|(_, ways)| ways) {
                // Marks are for the other side.
                marked[1 - side as usize].extend(way.marks.iter().copied());
                let allowed = rule.is_none_or(|rule| rule.region[side as usize].contains(way.to));
                if way.kind == Kind::EnPassant && may && allowed {
                    reached[side as usize]
                        .extend(zone(piece, side).iter().filter(|at| *at == way.to));
                }
            }
        }
    }
    (0..2).any(|side| !marked[side].intersection(&reached[side]).is_empty())
}

/// Where a piece has something to become.
fn zone(piece: &PieceDef, side: Perspective) -> SquareSet {
    let promotion = piece.promotion.iter().filter(|rule| rule.in_passing);
    let choices = promotion.flat_map(|rule| &rule.choices);
    choices
        .flat_map(|choice| choice.zone.of(side).iter())
        .collect()
}
