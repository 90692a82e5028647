//! Evaluation of promotable pieces: ways to promotion, pawn structure and threats.

use super::TableEngine;
use super::bits::Bits;
use super::evaluate::{Found, bits};
use super::position::{NO_ROYAL, PackedPosition};
use super::position_state::PositionState;
use super::table_position::TablesOf;
use super::table_set::Tables;
use super::table_stack::TableStack;
use crate::movegen::weights::{FAR_AWAY, Phased, Promoter, Weights};
use crate::state::Role;

/// A promotable role.
#[derive(Debug)]
pub(super) struct PromoterSets<const N: usize> {
    pub(super) role: Role,
    /// Group by side.
    group: [usize; 2],
    /// Whether it only waits for its promotion.
    waits: bool,
    /// Sets by side and square.
    ways: [Vec<WaySets<N>>; 2],
}

#[derive(Clone, Copy, Debug)]
struct WaySets<const N: usize> {
    way: Bits<N>,
    stops: Bits<N>,
    guards: Bits<N>,
    next: Bits<N>,
    helpers: Bits<N>,
    /// The squares that it attacks after its next move.
    next_hits: Bits<N>,
    /// The squares that it attacks.
    hits: Bits<N>,
    will_hit: Bits<N>,
    lane: Bits<N>,
    bonus: Phased,
}

impl<const N: usize> PromoterSets<N> {
    /// `None` if the role has no group of its own.
    pub(super) fn new(
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
            let hits = |square: usize| bits::<N>(&ways[square].hits);
            let sets = ways.iter().map(|way| WaySets {
                way: bits(&way.way),
                stops: bits(&way.stops),
                guards: bits(&way.guards),
                next: bits(&way.next),
                helpers: bits(&way.helpers),
                next_hits: (way.next.iter()).fold(Bits::NONE, |set, to| set | hits(to.index())),
                hits: bits(&way.hits),
                will_hit: bits(&way.will_hit),
                lane: bits(&way.lane),
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
    pub(super) fn pieces<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
    ) -> Bits<N> {
        position.groups[side][self.group[side] & (G - 1)]
    }
}

/// The squares of a side's promotable pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct PromoterSquares<const N: usize> {
    /// Their positions.
    pub(super) squares: Bits<N>,
    /// The squares that they attack.
    pub(super) hits: Bits<N>,
    /// The squares that pawn-like ones attack, now or later.
    pub(super) will_hit: Bits<N>,
    /// The lanes of pawn-like ones.
    pub(super) lanes: Bits<N>,
}

impl<const N: usize, const G: usize, X: PositionState<N>> TableStack<'_, N, G, X>
where
    TableEngine: TablesOf<N>,
{
    /// The squares of a side's promotable pieces.
    #[inline]
    pub(super) fn squares_of_promoters(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
    ) -> PromoterSquares<N> {
        let mut found = PromoterSquares {
            squares: Bits::NONE,
            hits: Bits::NONE,
            will_hit: Bits::NONE,
            lanes: Bits::NONE,
        };
        for promoter in &self.features.promotable {
            let pieces = promoter.pieces(position, side);
            found.squares |= pieces;
            pieces.each(|square| {
                let way = &promoter.ways[side][square];
                found.hits |= way.hits;
                if promoter.waits {
                    found.will_hit |= way.will_hit;
                    found.lanes |= way.lane;
                }
            });
        }
        found
    }

    /// Scales White's lead in the endgame.
    #[inline]
    pub(super) fn winning(&self, lead: i32, by_promoters: &[PromoterSquares<N>; 2]) -> i32 {
        if self.features.promotable.is_empty() {
            return lead;
        }
        let [white, black] = [by_promoters[0].squares, by_promoters[1].squares];
        let all = white | black;
        let n_ahead = if lead > 0 { white } else { black }.count() as i32;
        let wing = self.features.wing;
        let on_both_wings = (all & wing).any() && all.without(wing).any();
        let n_all = all.count() as i32;
        (self.weights.winning).of(lead, n_ahead, n_all, on_both_wings)
    }

    /// The value of a side's promotable pieces, in addition to their squares.
    #[inline]
    pub(super) fn of_promoters(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        found: &[Found<N, G>; 2],
    ) -> Phased {
        let weights = self.weights;
        let (own, other) = (&found[side], &found[side ^ 1]);
        let opponents = position.colors[side ^ 1];
        let occupied = position.colors[0] | position.colors[1];
        let mut score = Phased::default();
        for promoter in &self.features.promotable {
            let [ours, theirs] = [side, side ^ 1].map(|side| promoter.pieces(position, side));
            let victims = opponents.without(other.by_promoters.squares);
            ours.each(|square| {
                let way = &promoter.ways[side][square];
                let free = (way.stops & theirs).is_empty();
                if (way.way & ours).any() {
                    score.add(weights.promoter_behind);
                } else if free {
                    score.add(self.of_free_way(position, side, found, way));
                }
                if (way.guards & ours).any() {
                    score.add(weights.guarded_promoter);
                } else if (way.helpers & ours).is_empty() {
                    score.add(weights.isolated_pawn);
                }
                if (way.next & own.by_promoters.hits).any() {
                    score.add(weights.backed_promoter);
                }
                if (way.next & opponents).any() {
                    score.add(weights.blocked_promoter);
                }
                if (way.next_hits & victims).any() {
                    let open = way.next.without(occupied | other.reach);
                    if open.any() && (way.hits & victims).is_empty() {
                        score.add(weights.push_threat);
                    }
                }
            });
        }
        score
    }

    /// The value of a free way to promotion, like that of a passed pawn.
    #[inline]
    fn of_free_way(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        found: &[Found<N, G>; 2],
        way: &WaySets<N>,
    ) -> Phased {
        let weights = self.weights;
        let (own, other) = (&found[side], &found[side ^ 1]);
        let bonus = way.bonus;
        let mut part = 100;
        if (way.way & position.colors[side ^ 1]).any() {
            part = weights.held_way;
        } else if (way.way & other.reach).is_empty() {
            part += weights.clear_way;
        }
        if (way.next & other.reach).without(own.reach).any() {
            part -= weights.watched_way;
        }
        let mut end = part;
        let royals = position.royal;
        if let Some(next) = way.next.first()
            && !weights.royal_steps[0].is_empty()
            && royals.iter().all(|royal| *royal != NO_ROYAL)
        {
            let steps = |side: usize| {
                let place = usize::from(royals[side]) * weights.area + next;
                let steps = weights.royal_steps[side].get(place);
                i32::from(steps.copied().unwrap_or(FAR_AWAY))
            };
            end += weights.enemy_king_distance * steps(side ^ 1)
                - weights.own_king_distance * steps(side);
        }
        Phased::new(bonus.middle * part / 100, bonus.end * end / 100)
    }
}
