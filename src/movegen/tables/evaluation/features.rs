//! The evaluator with the sets of squares that it needs, computed once for a variant.

use crate::geometry::Square;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::{PackedPosition, PositionState};
use crate::movegen::tables::table_set::Tables;
use crate::movegen::weights::{Phased, Promoter, Weights};
use crate::rules::CompiledRules;
use crate::state::Role;

/// The opponent's half of the board and the rank before it.
fn far<const N: usize>(area: usize, files: usize, side: usize) -> Bits<N> {
    let ranks = area / files.max(1);
    let is_far = |rank: usize| {
        let advance = if side == 0 { rank } else { ranks - 1 - rank };
        2 * advance + 2 >= ranks
    };
    let squares = (0..area).filter(|square| is_far(square / files.max(1)));
    squares.collect()
}

/// The squares of the first half of the files.
fn wing<const N: usize>(area: usize, files: usize) -> Bits<N> {
    let squares = (0..area).filter(|square| 2 * (square % files.max(1)) < files);
    squares.collect()
}

/// Evaluator of the positions of a variant.
pub(crate) struct Evaluator<'v, const N: usize> {
    pub(crate) tables: &'v Tables<N>,
    pub(crate) weights: &'v Weights,
    /// The king zone by side and square of the royal piece.
    pub(super) zones: [Vec<Bits<N>>; 2],
    pub(crate) promotable: Vec<PromoterSets<N>>,
    /// The squares of outposts by side.
    pub(super) far: [Bits<N>; 2],
    /// The squares of one wing.
    pub(super) wing: Bits<N>,
    /// The half of the board to which pieces of a role are bound, if any.
    pub(super) halves: Vec<Option<Bits<N>>>,
    /// The file and rank of each square, if places near royal pieces count.
    pub(super) places: Vec<[i16; 2]>,
}

impl<'v, const N: usize> Evaluator<'v, N> {
    pub(crate) fn new(
        rules: &CompiledRules,
        tables: &'v Tables<N>,
        weights: &'v Weights,
    ) -> Evaluator<'v, N> {
        let zone = |side: usize, square: usize| {
            let kernels = tables.sides[side].royal.iter();
            kernels.fold(Bits::single(square), |zone, (kernel, _)| {
                zone | kernel.targets(square, &Bits::NONE)
            })
        };
        let promotable = weights.promotable.iter();
        let halves = weights.halves.iter();
        Evaluator {
            tables,
            weights,
            zones: [0, 1].map(|side| (0..tables.area).map(|at| zone(side, at)).collect()),
            far: [0, 1].map(|side| far(tables.area, weights.files, side)),
            wing: wing(tables.area, weights.files),
            halves: halves
                .map(|half| half.as_ref().map(Bits::from_squares))
                .collect(),
            promotable: promotable
                .filter_map(|promoter| PromoterSets::new(tables, weights, promoter))
                .collect(),
            places: places(rules, tables.royal.is_some(), weights),
        }
    }
}

/// The file and rank of each square, if places near royal pieces count.
fn places(rules: &CompiledRules, has_royal: bool, weights: &Weights) -> Vec<[i16; 2]> {
    let counts = has_royal && weights.by_royal.iter().any(|table| !table.is_empty());
    let shape = &rules.shape;
    let area = if counts { shape.area() as u16 } else { 0 };
    let squares = (0..area).map(Square::new);
    let place = |square| [shape.file_of(square).into(), shape.rank_of(square).into()];
    squares.map(place).collect()
}

// Sets of squares that the evaluation of promotable pieces needs.

/// A promotable role.
#[derive(Debug)]
pub(crate) struct PromoterSets<const N: usize> {
    pub(crate) role: Role,
    /// Group by side.
    pub(crate) group: [usize; 2],
    /// Whether it only waits for its promotion.
    pub(crate) waits: bool,
    /// Sets by side and square.
    pub(super) ways: [Vec<WaySets<N>>; 2],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct WaySets<const N: usize> {
    pub(super) way: Bits<N>,
    pub(super) stops: Bits<N>,
    pub(super) guards: Bits<N>,
    pub(super) next: Bits<N>,
    pub(super) helpers: Bits<N>,
    /// The squares that it attacks after its next move.
    pub(super) next_hits: Bits<N>,
    /// The squares that it attacks.
    pub(super) hits: Bits<N>,
    pub(super) will_hit: Bits<N>,
    pub(super) lane: Bits<N>,
    pub(super) bonus: Phased,
}

impl<const N: usize> PromoterSets<N> {
    /// `None` if the role has no group of its own.
    pub(crate) fn new(
        tables: &Tables<N>,
        weights: &Weights,
        promoter: &Promoter,
    ) -> Option<PromoterSets<N>> {
        let group = |side: usize| {
            let side = &tables.sides[side];
            let mut atoms = side.other.atoms().iter().chain(&side.shifted);
            let promotes = atoms.find(|atom| atom.promotes == Some(promoter.role));
            promotes.map(|atom| atom.group)
        };
        let ways = [0, 1].map(|side: usize| {
            let ways = &promoter.ways[side];
            let hits = |square: usize| Bits::<N>::from_squares(&ways[square].hits);
            let sets = ways.iter().map(|way| WaySets {
                way: Bits::from_squares(&way.way),
                stops: Bits::from_squares(&way.stops),
                guards: Bits::from_squares(&way.guards),
                next: Bits::from_squares(&way.next),
                helpers: Bits::from_squares(&way.helpers),
                next_hits: (way.next.iter()).fold(Bits::NONE, |set, to| set | hits(to.index())),
                hits: Bits::from_squares(&way.hits),
                will_hit: Bits::from_squares(&way.will_hit),
                lane: Bits::from_squares(&way.lane),
                bonus: way.bonus,
            });
            sets.collect()
        });
        Some(PromoterSets {
            role: promoter.role,
            group: [group(0)?, group(1)?],
            waits: weights.waits[promoter.role.index()],
            ways,
        })
    }

    /// The pieces of a side.
    #[inline]
    pub(crate) fn pieces<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
    ) -> Bits<N> {
        position.groups[side][self.group[side] & (G - 1)]
    }
}

/// The squares of a side's promotable pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PromoterSquares<const N: usize> {
    /// Their positions.
    pub(crate) squares: Bits<N>,
    /// The squares that they attack.
    pub(crate) hits: Bits<N>,
    /// The squares that pawn-like ones attack, now or later.
    pub(super) will_hit: Bits<N>,
    /// The lanes of pawn-like ones.
    pub(super) lanes: Bits<N>,
}
