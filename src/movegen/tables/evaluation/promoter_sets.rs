//! Sets of squares that the evaluation of promotable pieces needs.

use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{PackedPosition, PositionState};
use crate::movegen::tables::table_set::Tables;
use crate::movegen::weights::{Phased, Promoter, Weights};
use crate::state::Role;

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
#[derive(Clone, Copy, Debug)]
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
