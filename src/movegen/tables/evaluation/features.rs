//! The evaluator with the sets of squares that it needs, computed once for a variant.

use crate::geometry::Square;
use crate::movegen::hash::{KING_RELATIVE_SQUARES, king_relative};
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::{NO_ROYAL, PackedPosition, PositionState};
use crate::movegen::tables::table_set::Tables;
use crate::movegen::weights::{N_CLASSES, Phased, Promoter, Tally, Weights};
use crate::rules::CompiledRules;
use crate::state::{Color, Piece, Role};

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

// Incremental sums of the evaluation over pieces, and the terms of one side.

impl<const N: usize> Evaluator<'_, N> {
    /// The sums after a move, updated by the changed squares.
    #[inline]
    pub(crate) fn tally_after<const G: usize, X: PositionState<N>>(
        &self,
        before: &PackedPosition<N, G, X>,
        tally: &Tally,
        after: &PackedPosition<N, G, X>,
        changed: Bits<N>,
    ) -> Tally {
        let weights = self.weights;
        let mut tally = *tally;
        changed.each(|square| {
            if let Some(piece) = before.piece_on(square) {
                tally.remove_piece(weights, piece, square);
            }
            if let Some(piece) = after.piece_on(square) {
                tally.add_piece(weights, piece, square);
            }
        });
        if !self.places.is_empty() {
            for side in 0..2 {
                if before.royal[side] == after.royal[side] {
                    changed.each(|square| {
                        let more = self.worth_beside(after, side, square)
                            - self.worth_beside(before, side, square);
                        tally.by_royal[side] += more;
                    });
                } else {
                    tally.by_royal[side] = self.king_relative_sum(after, side);
                }
            }
        }
        if let (Some(before), Some(after)) = (before.state.hands(), after.state.hands())
            && before.0 != after.0
        {
            for color in Color::ALL {
                for (role, slot) in self.tables.special_rules.slots.iter().enumerate() {
                    let [before, after] =
                        [before, after].map(|hands| i32::from(hands.count(color.index(), *slot)));
                    if before != after {
                        tally.add_to_hand(weights, color, role, after - before);
                    }
                }
            }
        }
        tally
    }

    /// The value for White of all pieces by their places relative to a side's royal piece.
    pub(crate) fn king_relative_sum<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
    ) -> i32 {
        let mut worth = 0;
        if !self.places.is_empty() {
            (position.colors[0] | position.colors[1])
                .each(|square| worth += self.worth_beside(position, side, square));
        }
        worth
    }

    /// The same for one square.
    #[inline]
    fn worth_beside<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        square: usize,
    ) -> i32 {
        let royal = position.royal[side];
        let Some(Piece { color, role }) = position.piece_on(square) else {
            return 0;
        };
        if royal == NO_ROYAL || usize::from(royal) == square {
            return 0;
        }
        let places = &self.places;
        let table = &self.weights.by_royal[usize::from(color.index() != side)];
        let place = king_relative(color, places[square], places[usize::from(royal)]);
        let worth = table
            .get(role.index() * KING_RELATIVE_SQUARES + place)
            .copied();
        match color {
            Color::White => worth.unwrap_or(0),
            Color::Black => -worth.unwrap_or(0),
        }
    }
}

/// Intermediate results for one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideTerms<const N: usize, const G: usize> {
    pub(super) score: Phased,
    /// The squares that its pieces attack or guard.
    pub(crate) reach: Bits<N>,
    /// The same without royal and promotable pieces, by class and by group.
    pub(super) by_class: [Bits<N>; N_CLASSES],
    pub(super) by_group: [Bits<N>; G],
    /// The squares of its promotable pieces: attacks, future attacks and lanes.
    pub(super) by_promoters: PromoterSquares<N>,
    /// Mobility, and the number of moves.
    pub(super) mobility: Phased,
    pub(crate) n_moves: i32,
    /// Pressure on the king zone of the opponent.
    pub(super) pressure: i32,
    pub(super) n_attackers: i32,
}

impl<const N: usize, const G: usize> SideTerms<N, G> {
    /// The squares attacked by all pieces but the royal one.
    pub(super) fn without_royal(&self) -> Bits<N> {
        let classes = self.by_class.into_iter();
        classes.fold(self.by_promoters.hits, |set, class| set | class)
    }
}
