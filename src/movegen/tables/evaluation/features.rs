//! Sets of squares that the evaluation needs, computed once for a variant.

use super::promoter_sets::PromoterSets;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::table_set::Tables;
use crate::movegen::weights::Weights;

/// The sets of squares that the evaluation needs.
#[derive(Debug)]
pub(crate) struct Features<const N: usize> {
    /// The king zone by side and square of the royal piece.
    pub(super) zones: [Vec<Bits<N>>; 2],
    pub(crate) promotable: Vec<PromoterSets<N>>,
    /// The squares of outposts by side.
    pub(super) far: [Bits<N>; 2],
    /// The squares of one wing.
    pub(super) wing: Bits<N>,
    /// The half of the board to which pieces of a role are bound, if any.
    pub(super) halves: Vec<Option<Bits<N>>>,
}

fn squares_where<const N: usize>(area: usize, holds: impl Fn(usize) -> bool) -> Bits<N> {
    let squares = (0..area).filter(|square| holds(*square));
    squares.fold(Bits::NONE, |set, square| set | Bits::single(square))
}

/// The opponent's half of the board and the rank before it.
fn far<const N: usize>(area: usize, files: usize, side: usize) -> Bits<N> {
    let ranks = area / files.max(1);
    let is_far = |rank: usize| {
        let advance = if side == 0 { rank } else { ranks - 1 - rank };
        2 * advance + 2 >= ranks
    };
    squares_where(area, |square| is_far(square / files.max(1)))
}

/// The squares of the first half of the files.
fn wing<const N: usize>(area: usize, files: usize) -> Bits<N> {
    squares_where(area, |square| 2 * (square % files.max(1)) < files)
}

impl<const N: usize> Features<N> {
    pub(crate) fn new(tables: &Tables<N>, weights: &Weights) -> Features<N> {
        let zone = |side: usize, square: usize| {
            let kernels = tables.sides[side].royal.iter();
            kernels.fold(Bits::single(square), |zone, (kernel, _)| {
                zone | kernel.targets(square, &Bits::NONE)
            })
        };
        let zones = [0, 1].map(|side| (0..tables.area).map(|at| zone(side, at)).collect());
        let promotable = weights.promotable.iter();
        let halves = weights.halves.iter();
        Features {
            zones,
            far: [0, 1].map(|side| far(tables.area, weights.files, side)),
            wing: wing(tables.area, weights.files),
            halves: halves
                .map(|half| half.as_ref().map(Bits::from_squares))
                .collect(),
            promotable: promotable
                .filter_map(|promoter| PromoterSets::new(tables, weights, promoter))
                .collect(),
        }
    }
}
