//! What a position of the tables is worth, beside the sum over its pieces: how far they see, what is aimed
//! at royal pieces, and what promotes unhindered.

use super::Plan;
use super::bits::Bits;
use super::kernel::Targets;
use super::laid_out::TablesOf;
use super::position::{FastPosition, NO_ROYAL};
use super::position_state::PositionState;
use super::side::Aim;
use super::table_stack::TableStack;
use super::tables::Tables;
use crate::geometry::SquareSet;
use crate::movegen::weights::{Phased, Promoter, Weights};

/// What of the weights is asked at every position, as sets of squares.
#[derive(Debug)]
pub(super) struct Features<const N: usize> {
    /// By side and square of its royal piece: the squares around it.
    zones: [Vec<Bits<N>>; 2],
    promoters: Vec<PromoterSets<N>>,
}

#[derive(Debug)]
struct PromoterSets<const N: usize> {
    /// By side.
    group: [usize; 2],
    /// By side and square.
    ways: [Vec<WaySets<N>>; 2],
}

#[derive(Clone, Copy, Debug)]
struct WaySets<const N: usize> {
    way: Bits<N>,
    stops: Bits<N>,
    guards: Bits<N>,
    bonus: Phased,
}

fn bits<const N: usize>(squares: &SquareSet) -> Bits<N> {
    let squares = squares.iter();
    squares.fold(Bits::NONE, |set, square| set | Bits::single(square.index()))
}

impl<const N: usize> Features<N> {
    pub(super) fn new(tables: &Tables<N>, weights: &Weights) -> Features<N> {
        let zone = |side: usize, square: usize| {
            let kernels = tables.sides[side].royal.iter();
            kernels.fold(Bits::single(square), |zone, (kernel, _)| {
                zone | kernel.targets(square, &Bits::NONE)
            })
        };
        let zones = [0, 1].map(|side| (0..tables.area).map(|at| zone(side, at)).collect());
        let promoters = weights.promoters.iter();
        Features {
            zones,
            promoters: promoters
                .filter_map(|promoter| PromoterSets::new(tables, promoter))
                .collect(),
        }
    }
}

impl<const N: usize> PromoterSets<N> {
    /// `None` if the role has no set of squares of its own.
    fn new(tables: &Tables<N>, promoter: &Promoter) -> Option<PromoterSets<N>> {
        let group = |side: usize| {
            let side = &tables.sides[side];
            let mut atoms = side.other.atoms().iter().chain(&side.shifted);
            let promotes = atoms.find(|atom| atom.promotes == Some(promoter.role));
            promotes.map(|atom| atom.group)
        };
        let ways = [0, 1].map(|side: usize| {
            let ways = promoter.ways[side].iter();
            ways.map(|way| WaySets {
                way: bits(&way.way),
                stops: bits(&way.stops),
                guards: bits(&way.guards),
                bonus: way.bonus,
            })
            .collect()
        });
        Some(PromoterSets {
            group: [group(0)?, group(1)?],
            ways,
        })
    }
}

/// What is found for one side.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    score: Phased,
    /// Moves that are open, by their worth, and their number.
    mobility: i32,
    n_moves: i32,
    danger: i32,
}

impl<const N: usize, const G: usize, X: PositionState<N>> TableStack<'_, N, G, X>
where
    Plan: TablesOf<N>,
{
    /// What the position on top is worth for the side to move.
    #[inline(never)]
    pub(super) fn worth_for_mover(&self) -> i32 {
        let (top, weights) = (self.top(), self.weights);
        let position = &top.laid_out.fast;
        let mut score = top.tally.score;
        if weights.sign < 0 {
            score = Phased::new(-score.middle, -score.end);
        }
        let [white, black] = [0, 1].map(|side| self.found_for(position, side));
        score.add(white.score);
        score.subtract(black.score);
        let mut mobility = weights.sign * (white.mobility - black.mobility);
        mobility += weights.freedom * (white.n_moves - black.n_moves);
        score.add(Phased::new(mobility, mobility));
        score.middle += white.danger - black.danger;
        if let Some(state) = position.state.variant_state() {
            let [white, black] = state.checks.map(|left| {
                let checks = weights.checks.get(usize::from(left));
                checks.copied().unwrap_or_default()
            });
            score.add(Phased::new(white - black, white - black));
        }
        let score = weights.tapered(score, top.tally.phase);
        (if position.turn & 1 == 0 {
            score
        } else {
            -score
        }) + weights.tempo
    }

    #[inline]
    fn found_for(&self, position: &FastPosition<N, G, X>, side: usize) -> Found {
        let (tables, weights) = (self.tables, self.weights);
        let own = position.colors[side];
        let opponents = position.colors[side ^ 1];
        let occupied = own | opponents;
        let mut found = Found::default();
        let zone = |side: usize| match position.royal[side] {
            NO_ROYAL => Bits::NONE,
            _ if tables.royal.is_none() => Bits::NONE,
            royal => self.features.zones[side][usize::from(royal)],
        };
        let (shelter, target) = (zone(side), zone(side ^ 1));
        self.add_promoters(position, side, shelter, &mut found.score);
        let castlings = (position.rights >> (16 * side) & 0xffff).count_ones() as i32;
        found.score.middle += 4 * (shelter & own).count() as i32 + 10 * castlings;
        let (mut pressure, mut n_attackers) = (0, 0);
        let mut see = |from: usize, targets: Bits<N>, (open, aim): (Bits<N>, Aim)| {
            let role = usize::from(position.cell(from).wrapping_sub(1));
            let Some(worth) = weights.mobility.get(role) else {
                return;
            };
            let n_open = (targets & open).count() as i32;
            found.mobility += n_open * worth;
            found.n_moves += n_open;
            if aim != Aim::Quiet {
                let near = (targets & target).count() as i32;
                if near > 0 {
                    pressure += near * weights.danger[role];
                    n_attackers += 1;
                }
            }
        };
        let aims = [
            (!own, Aim::Both),
            (!occupied, Aim::Quiet),
            (opponents, Aim::Capture),
            (opponents, Aim::CaptureCommoner),
        ];
        let atoms = &tables.sides[side];
        let groups = &position.groups[side];
        for sorted in [&atoms.plain, &atoms.other] {
            sorted.each(
                groups,
                Bits::ALL,
                &occupied,
                &aims,
                |_, from, targets, aim| {
                    see(from, targets, aim);
                },
            );
        }
        if target.any()
            && let Some(hands) = position.state.hands()
        {
            let held: i32 = hands.0[side].iter().map(|count| i32::from(*count)).sum();
            if held > 0 {
                pressure += 6 * held.min(6);
                n_attackers += 1;
            }
        }
        if n_attackers >= 2 {
            found.danger = (pressure * pressure / 24).min(700);
        }
        found
    }

    /// Promoters on their way.
    #[inline]
    fn add_promoters(
        &self,
        position: &FastPosition<N, G, X>,
        side: usize,
        shelter: Bits<N>,
        score: &mut Phased,
    ) {
        for promoter in &self.features.promoters {
            let [ours, theirs] =
                [side, side ^ 1].map(|side| position.groups[side][promoter.group[side] & (G - 1)]);
            score.middle += 9 * (shelter & ours).count() as i32;
            ours.each(|square| {
                let way = &promoter.ways[side][square];
                if (way.way & ours).any() {
                    score.add(Phased::new(-8, -14));
                } else if (way.stops & theirs).is_empty() {
                    let held = (way.way & position.colors[side ^ 1]).any();
                    let part = if held { 2 } else { 1 };
                    score.add(Phased::new(way.bonus.middle / part, way.bonus.end / part));
                }
                if (way.guards & ours).any() {
                    score.add(Phased::new(7, 5));
                }
            });
        }
    }
}
