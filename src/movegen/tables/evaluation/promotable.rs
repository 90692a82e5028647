//! Evaluation of promotable pieces: ways to promotion, pawn structure and threats.

use super::features::{Evaluator, PromoterSquares, SideTerms, WaySets};
use crate::movegen::tables::position::{NO_ROYAL, PackedPosition, PositionState};
use crate::movegen::weights::{FAR_AWAY, Phased};

impl<const N: usize> Evaluator<'_, N> {
    /// The squares of a side's promotable pieces.
    #[inline]
    pub(super) fn squares_of_promoters<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
    ) -> PromoterSquares<N> {
        let mut found = PromoterSquares::default();
        for promoter in &self.promotable {
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
        if self.promotable.is_empty() {
            return lead;
        }
        let [white, black] = [by_promoters[0].squares, by_promoters[1].squares];
        let all = white | black;
        let n_ahead = if lead > 0 { white } else { black }.count() as i32;
        let wing = self.wing;
        let on_both_wings = (all & wing).any() && all.without(wing).any();
        let n_all = all.count() as i32;
        (self.weights.winning).of(lead, n_ahead, n_all, on_both_wings)
    }

    /// The value of a side's promotable pieces, in addition to their squares.
    #[inline]
    pub(super) fn of_promoters<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        found: &[SideTerms<N, G>; 2],
    ) -> Phased {
        let weights = self.weights;
        let (own, other) = (&found[side], &found[side ^ 1]);
        let opponents = position.colors[side ^ 1];
        let occupied = position.colors[0] | position.colors[1];
        let mut score = Phased::default();
        for promoter in &self.promotable {
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
    fn of_free_way<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        found: &[SideTerms<N, G>; 2],
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
