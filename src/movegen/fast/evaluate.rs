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
use crate::movegen::weights::{N_CLASSES, Phased, Promoter, Weights};

/// More safe checks than this are no more dangerous.
const MOST_CHECKS: u32 = 3;

/// Pressure on a royal piece is worth no more.
const MOST_DANGER: i64 = 700;

/// What of the weights is asked at every position, as sets of squares.
#[derive(Debug)]
pub(super) struct Features<const N: usize> {
    /// By side and square of its royal piece: the squares around it.
    zones: [Vec<Bits<N>>; 2],
    promoters: Vec<PromoterSets<N>>,
    /// By role: half of the squares, if pieces of the role never leave the half that they are on.
    halves: Vec<Option<Bits<N>>>,
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
    /// What it attacks from there.
    hits: Bits<N>,
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
        let halves = weights.halves.iter();
        Features {
            zones,
            halves: halves.map(|half| half.as_ref().map(bits)).collect(),
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
                hits: bits(&way.hits),
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
#[derive(Clone, Copy, Debug)]
struct Found<const N: usize, const G: usize> {
    score: Phased,
    /// The squares that its pieces attack or guard.
    reach: Bits<N>,
    /// The same without its royal piece and its promoters, by class and by group.
    by_class: [Bits<N>; N_CLASSES],
    by_group: [Bits<N>; G],
    /// What its promoters attack.
    by_promoters: Bits<N>,
    /// Moves that are open, by their worth, and their number.
    mobility: i32,
    n_moves: i32,
    /// What is aimed at the squares around the opposing royal piece.
    pressure: i32,
    n_attackers: i32,
}

impl<const N: usize, const G: usize> Found<N, G> {
    /// What all but the royal piece attack.
    fn without_royal(&self) -> Bits<N> {
        let classes = self.by_class.into_iter();
        classes.fold(self.by_promoters, |set, class| set | class)
    }
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
        let mut score = top.tally.score.times(weights.sign);
        let by_promoters = [
            self.hit_by_promoters(position, 0),
            self.hit_by_promoters(position, 1),
        ];
        let mut found = [
            self.found_for(position, 0, &by_promoters),
            self.found_for(position, 1, &by_promoters),
        ];
        for side in 0..2 {
            let opponents = position.colors[side ^ 1];
            let hanging = (opponents & found[side].reach).without(found[side ^ 1].reach);
            let chased =
                (opponents & by_promoters[side]).without(self.promoters(position, side ^ 1));
            let n_hanging = hanging.count() as i32;
            let n_chased = chased.count() as i32;
            let threats = self.threats(position, side, &found);
            let danger = self.danger(position, side, &found);
            let score = &mut found[side].score;
            score.add(weights.hanging.times(n_hanging));
            score.add(weights.chased.times(n_chased));
            score.add(threats);
            score.middle += danger;
        }
        let [white, black] = found;
        score.add(white.score);
        score.subtract(black.score);
        let mut mobility = weights.sign * (white.mobility - black.mobility);
        mobility += weights.freedom * (white.n_moves - black.n_moves);
        score.add(Phased::new(mobility, mobility));
        score.add(weights.of_scarce(|color, roles| {
            let mut count = 0;
            position.colors[color.index()].each(|square| {
                let role = position.role_on(square);
                count += usize::from(role.is_some_and(|role| roles[role.index()]));
            });
            count
        }));
        if let Some(state) = position.state.variant_state() {
            let checks = weights.of_checks(state.checks);
            score.add(Phased::new(checks, checks));
        }
        let mut phase = top.tally.phase;
        if X::HAS_SPECIAL_RULES {
            self.shut_in(position, &mut score, &mut phase);
        }
        let score = weights.tapered(score, phase);
        (if position.turn & 1 == 0 {
            score
        } else {
            -score
        }) + weights.tempo
    }

    fn found_for(
        &self,
        position: &FastPosition<N, G, X>,
        side: usize,
        by_promoters: &[Bits<N>; 2],
    ) -> Found<N, G> {
        let (tables, weights) = (self.tables, self.weights);
        let own = position.colors[side];
        let opponents = position.colors[side ^ 1];
        let occupied = own | opponents | position.walls(tables);
        let mut found = Found {
            score: Phased::default(),
            reach: by_promoters[side],
            by_class: [Bits::NONE; N_CLASSES],
            by_group: [Bits::NONE; G],
            by_promoters: by_promoters[side],
            mobility: 0,
            n_moves: 0,
            pressure: 0,
            n_attackers: 0,
        };
        let zone = |side: usize| match position.royal[side] {
            NO_ROYAL => Bits::NONE,
            _ if tables.royal.is_none() => Bits::NONE,
            royal => self.features.zones[side][usize::from(royal)],
        };
        let (shelter, target) = (zone(side), zone(side ^ 1));
        found.reach |= shelter;
        // A square where a promoter would capture it is no good for a piece.
        let safe = !by_promoters[side ^ 1];
        let mut halves = 0;
        self.add_promoters(position, side, shelter, &mut found.score);
        let castlings = (position.rights >> (16 * side) & 0xffff).count_ones() as i32;
        let n_sheltering = (shelter & own).count() as i32;
        found.score.middle += weights.shelter * n_sheltering + weights.castling * castlings;
        let mut see = |group: usize, from: usize, targets: Bits<N>, (open, aim): (Bits<N>, Aim)| {
            let role = usize::from(position.cell(from).wrapping_sub(1));
            let Some(worth) = weights.mobility.get(role) else {
                return;
            };
            if let Some(half) = &self.features.halves[role] {
                halves |= 1 << u32::from(half.has(from));
            }
            let n_open = (targets & open).count() as i32;
            found.mobility += n_open * worth;
            found.n_moves += n_open;
            if aim != Aim::Quiet {
                found.reach |= targets;
                found.by_class[usize::from(weights.class[role])] |= targets;
                found.by_group[group & (G - 1)] |= targets;
                let near = (targets & target).count() as i32;
                if near > 0 {
                    found.pressure += near * weights.danger[role];
                    found.n_attackers += 1;
                }
            }
        };
        let aims = [
            (safe.without(own), Aim::Both),
            (safe.without(occupied), Aim::Quiet),
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
                |number, from, targets, aim| {
                    see(sorted.atoms()[number].group, from, targets, aim);
                },
            );
        }
        let rules = tables.special_rules.as_deref();
        if X::HAS_SPECIAL_RULES
            && let Some(shunning) = rules.and_then(|rules| rules.shunning.as_ref())
        {
            let group = shunning.group & (G - 1);
            let all = position.groups[0][group] | position.groups[1][group];
            let others = occupied.without(all);
            for (kernel, aim) in &shunning.sides[side].moves {
                groups[group].each(|from| {
                    let targets = kernel.targets(from, &occupied) & kernel.targets(from, &others);
                    see(group, from, targets.without(all), aims[*aim as usize]);
                });
            }
        }
        if target.any()
            && let Some(hands) = position.state.hands()
        {
            let held: i32 = hands.0[side].iter().map(|count| i32::from(*count)).sum();
            if held > 0 {
                found.pressure += 6 * held.min(6);
                found.n_attackers += 1;
            }
        }
        if halves == 0b11 {
            found.score.add(weights.both_halves);
        }
        found
    }

    /// Takes away what pieces in hand are counted too high that can only come in behind pieces that move for
    /// the first time.
    #[inline(never)]
    fn shut_in(&self, position: &FastPosition<N, G, X>, score: &mut Phased, phase: &mut i32) {
        let (tables, weights) = (self.tables, self.weights);
        let rules = tables.special_rules.as_deref();
        let Some(rules) = rules.filter(|rules| rules.gates.is_some() && !rules.free) else {
            return;
        };
        let (Some(hands), Some(state)) = (position.state.hands(), position.state.variant_state())
        else {
            return;
        };
        for side in 0..2 {
            if !rules.drops[side].is_empty() {
                continue;
            }
            let mut gates = (state.gates & position.colors[side]).count() as usize;
            for (role, slot) in tables.slots.iter().enumerate() {
                let count = hands.0[side].get(usize::from(*slot)).copied();
                if !self.stands_for(role, (*slot).into()) {
                    continue;
                }
                for _ in 0..count.unwrap_or(0) {
                    let lost = weights.in_hand[role] * (100 - Weights::by_gates(gates)) / 100;
                    let lost = Phased::new(lost, lost);
                    if side == 0 {
                        score.subtract(lost);
                    } else {
                        score.add(lost);
                    }
                    if gates == 0 {
                        *phase -= weights.phase[role];
                    }
                    gates = gates.saturating_sub(1);
                }
            }
        }
    }

    /// What it is worth to a side to attack what is better or badly guarded.
    #[inline]
    fn threats(
        &self,
        position: &FastPosition<N, G, X>,
        side: usize,
        found: &[Found<N, G>; 2],
    ) -> Phased {
        let weights = self.weights;
        let opponents = position.colors[side ^ 1];
        let (ours, theirs) = (&found[side], &found[side ^ 1]);
        let mut n_outclassed = 0;
        let mut hit = Bits::NONE;
        for class in 1..N_CLASSES {
            hit |= ours.by_class[class - 1];
            (opponents & hit).each(|square| {
                let role = usize::from(position.cell(square).wrapping_sub(1));
                let is_better = weights.class.get(role) >= Some(&(class as u8));
                n_outclassed += i32::from(is_better && !weights.waits[role]);
            });
        }
        let badly_guarded = (opponents & ours.reach).without(theirs.by_promoters);
        let mut score = weights.outclassed.times(n_outclassed);
        score.add(weights.attacked.times(badly_guarded.count() as i32));
        score
    }

    /// What a side's attack on the opposing royal piece is worth.
    #[inline]
    fn danger(
        &self,
        position: &FastPosition<N, G, X>,
        side: usize,
        found: &[Found<N, G>; 2],
    ) -> i32 {
        let (tables, weights) = (self.tables, self.weights);
        let (ours, theirs) = (&found[side], &found[side ^ 1]);
        let mut pressure = i64::from(ours.pressure);
        let mut n_attackers = ours.n_attackers;
        let mut danger = 0;
        let royal = position.royal[side ^ 1];
        if royal != NO_ROYAL && tables.royal.is_some() {
            let royal = usize::from(royal);
            let [own, opponents] = [position.colors[side], position.colors[side ^ 1]];
            let occupied = own | opponents;
            let attacks = &tables.sides[side].attacks;
            let zone = self.features.zones[side ^ 1][royal];
            let weak = (zone & ours.without_royal()).without(theirs.without_royal());
            pressure += i64::from(weights.weak_zone) * i64::from(weak.count());
            let mut checks = attacks.leaps.of(royal, &ours.by_group);
            let mut open = Bits::NONE;
            let veil = opponents | self.promoters(position, side);
            for attack in attacks.by_path() {
                let group = attack.group & (G - 1);
                if position.groups[side][group].any() {
                    open |= attack.kernel.targets(royal, &veil);
                    let reached = ours.by_group[group];
                    checks |= attack.kernel.targets(royal, &occupied) & reached;
                }
            }
            let n_checks = checks.without(own | theirs.reach).count().min(MOST_CHECKS);
            if n_checks > 0 {
                pressure += i64::from(weights.safe_check) * i64::from(n_checks);
                n_attackers += 1;
            }
            danger += weights.exposure * open.without(opponents).count() as i32;
        }
        if n_attackers >= 2 {
            let squared = pressure * pressure * i64::from(weights.attack) / 1600;
            danger += squared.min(MOST_DANGER) as i32;
        }
        danger
    }

    /// The promoters of a side.
    fn promoters(&self, position: &FastPosition<N, G, X>, side: usize) -> Bits<N> {
        let promoters = self.features.promoters.iter();
        promoters.fold(Bits::NONE, |set, promoter| {
            set | position.groups[side][promoter.group[side] & (G - 1)]
        })
    }

    /// What the promoters of a side attack.
    #[inline]
    fn hit_by_promoters(&self, position: &FastPosition<N, G, X>, side: usize) -> Bits<N> {
        let mut hits = Bits::NONE;
        for promoter in &self.features.promoters {
            let pieces = position.groups[side][promoter.group[side] & (G - 1)];
            pieces.each(|square| hits |= promoter.ways[side][square].hits);
        }
        hits
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
        let weights = self.weights;
        for promoter in &self.features.promoters {
            let promoters = |side: usize| position.groups[side][promoter.group[side] & (G - 1)];
            let (ours, theirs) = (promoters(side), promoters(side ^ 1));
            score.middle += weights.promoter_shelter * (shelter & ours).count() as i32;
            ours.each(|square| {
                let way = &promoter.ways[side][square];
                if (way.way & ours).any() {
                    score.add(weights.promoter_behind);
                } else if (way.stops & theirs).is_empty() {
                    let held = (way.way & position.colors[side ^ 1]).any();
                    let part = if held { 2 } else { 1 };
                    score.add(Phased::new(way.bonus.middle / part, way.bonus.end / part));
                }
                if (way.guards & ours).any() {
                    score.add(weights.guarded_promoter);
                }
            });
        }
    }
}
