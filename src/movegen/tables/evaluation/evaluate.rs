//! Static evaluation of table positions: mobility, threats, king safety and promotable pieces.

use super::features::{Evaluator, PromoterSquares, SideTerms};
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::{NO_ROYAL, PackedPosition, PositionState};
use crate::movegen::tables::sides::Aim;
use crate::movegen::weights::{LoneRoyal, N_CLASSES, NEEDED_LEAD, Phased, Tally, Weights};

/// Maximum number of checks that count.
const MOST_CHECKS: u32 = 3;

/// Number of squares of mobility with an additional value.
const FEW_MOVES: i32 = 4;

/// Maximum value of the pressure on a royal piece.
const MOST_DANGER: i64 = 700;

impl<const N: usize> Evaluator<'_, N> {
    /// The static evaluation of a position for the side to move.
    #[inline(never)]
    pub(crate) fn static_eval<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        tally: &Tally,
    ) -> i32 {
        let weights = self.weights;
        let mut score = tally.score.times(weights.sign);
        let by_royal = tally.by_royal.iter().sum::<i32>() * weights.sign;
        score.add(Phased::new(by_royal, by_royal));
        let by_promoters = [0, 1].map(|side| self.squares_of_promoters(position, side));
        let mut found = [0, 1].map(|side| self.found_for(position, side, &by_promoters));
        for side in 0..2 {
            let opponents = position.colors[side ^ 1];
            let hanging = (opponents & found[side].reach).without(found[side ^ 1].reach);
            let chased =
                (opponents & by_promoters[side].hits).without(by_promoters[side ^ 1].squares);
            let n_hanging = hanging.count() as i32;
            let n_chased = chased.count() as i32;
            let threats = self.threats(position, side, &found);
            let promotable = self.of_promoters(position, side, &found);
            let places = self.places(position, side, &by_promoters);
            let danger = self.danger(position, side, &found);
            let score = &mut found[side].score;
            score.add(weights.hanging.times(n_hanging));
            score.add(weights.chased.times(n_chased));
            score.add(threats);
            score.add(promotable);
            score.add(places);
            score.middle += danger;
        }
        let [white, black] = found;
        score.add(white.score);
        score.subtract(black.score);
        let mut mobility = white.mobility;
        mobility.subtract(black.mobility);
        mobility = mobility.times(weights.sign);
        let freedom = weights.freedom * (white.n_moves - black.n_moves);
        mobility.add(Phased::new(freedom, freedom));
        let part = weights.mobility_part;
        score.add(Phased::new(
            mobility.middle * part.middle / 100,
            mobility.end * part.end / 100,
        ));
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
        let mut phase = tally.phase;
        if X::HAS_SPECIAL_RULES {
            self.shut_in(position, &mut score, &mut phase);
        }
        score.end = self.winning(score.end, &by_promoters);
        if let Some(lone) = &weights.lone_royal
            && tally.phase > 0
        {
            score.add(Self::drive(position, lone));
        }
        if weights.needs_promoters && self.has_too_little(position, score.end, &by_promoters) {
            score.end /= 4;
        }
        let score = weights.tapered(score, phase);
        (if position.turn & 1 == 0 {
            score
        } else {
            -score
        }) + weights.tempo
    }

    /// The value for White of driving a bare king to a corner.
    #[inline]
    fn drive<const G: usize, X: PositionState<N>>(
        position: &PackedPosition<N, G, X>,
        lone: &LoneRoyal,
    ) -> Phased {
        let mut sum = 0;
        for side in 0..2 {
            let royal = position.royal[side ^ 1];
            if position.colors[side ^ 1].count() > 1 || royal == NO_ROYAL {
                continue;
            }
            let hands = position.state.hands();
            if hands.is_some_and(|hands| hands.any(side ^ 1)) {
                continue;
            }
            let own = position.royal[side];
            let own = (own != NO_ROYAL).then_some(usize::from(own));
            let worth = lone.worth(royal.into(), own);
            sum += if side == 0 { worth } else { -worth };
        }
        Phased::new(sum, sum)
    }

    fn found_for<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        by_promoters: &[PromoterSquares<N>; 2],
    ) -> SideTerms<N, G> {
        let (tables, weights) = (self.tables, self.weights);
        let own = position.colors[side];
        let opponents = position.colors[side ^ 1];
        let occupied = own | opponents | position.walls(tables);
        let mut found = SideTerms {
            score: Phased::default(),
            reach: by_promoters[side].hits,
            by_class: [Bits::NONE; N_CLASSES],
            by_group: [Bits::NONE; G],
            by_promoters: by_promoters[side],
            mobility: Phased::default(),
            n_moves: 0,
            pressure: 0,
            n_attackers: 0,
        };
        let zone = |side: usize| match position.royal[side] {
            NO_ROYAL => Bits::NONE,
            _ if tables.royal.is_none() => Bits::NONE,
            royal => self.zones[side][usize::from(royal)],
        };
        let (shelter, target) = (zone(side), zone(side ^ 1));
        found.reach |= shelter;
        // Squares attacked by promotable enemy pieces do not count for mobility.
        let safe = !by_promoters[side ^ 1].hits;
        let mut halves = 0;
        found.score.middle +=
            weights.promoter_shelter * (shelter & by_promoters[side].squares).count() as i32;
        let castlings = (position.rights >> (16 * side) & 0xffff).count_ones() as i32;
        let n_sheltering = (shelter & own).count() as i32;
        found.score.middle += weights.shelter * n_sheltering + weights.castling * castlings;
        let mut see = |group: usize, from: usize, targets: Bits<N>, (open, aim): (Bits<N>, Aim)| {
            let role = usize::from(position.cell(from).wrapping_sub(1));
            let (Some(worth), Some(few)) =
                (weights.mobility.get(role), weights.few_moves.get(role))
            else {
                return;
            };
            if let Some(half) = &self.halves[role] {
                halves |= 1 << u32::from(half.has(from));
            }
            let n_open = (targets & open).count() as i32;
            found.mobility.add(worth.times(n_open));
            let few = few * n_open.min(FEW_MOVES);
            found.mobility.add(Phased::new(few, few));
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
        if X::HAS_SPECIAL_RULES
            && let Some(own_kind_screens) = &tables.special_rules.own_kind_screens
        {
            let group = own_kind_screens.group & (G - 1);
            let all = position.groups[0][group] | position.groups[1][group];
            let others = occupied.without(all);
            for (kernel, aim) in &own_kind_screens.sides[side].moves {
                groups[group].each(|from| {
                    let targets = kernel.targets(from, &occupied) & kernel.targets(from, &others);
                    see(group, from, targets.without(all), aims[*aim as usize]);
                });
            }
        }
        if target.any()
            && let Some(hands) = position.state.hands()
        {
            let mut held = 0;
            let mut dangers = 0;
            for (role, slot) in tables.special_rules.slots.iter().enumerate() {
                let count = i32::from(hands.count(side, *slot)).min(3);
                if count > 0 {
                    held += count;
                    dangers += count * weights.danger[role];
                    // A dropped piece can give check from any empty square.
                    for group in 0..G {
                        if tables.groups[role] >> group & 1 != 0 {
                            found.by_group[group] |= !occupied;
                        }
                    }
                }
            }
            if held > 0 {
                found.pressure += dangers * weights.held / 100;
                found.n_attackers += 1;
            }
        }
        if halves == 0b11 {
            found.score.add(weights.bishop_pair);
        }
        found
    }

    /// Reduces the value of pieces in hand that can only enter by gating, by the number of remaining gates.
    #[inline(never)]
    fn shut_in<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        score: &mut Phased,
        phase: &mut i32,
    ) {
        let (tables, weights) = (self.tables, self.weights);
        let rules = &tables.special_rules;
        if rules.gates.is_none() || rules.free != 0 {
            return;
        }
        let (Some(hands), Some(state)) = (position.state.hands(), position.state.variant_state())
        else {
            return;
        };
        for side in 0..2 {
            if !rules.drops[side].is_empty() {
                continue;
            }
            let mut gates = (state.gates & position.colors[side]).count() as usize;
            for (role, slot) in tables.special_rules.slots.iter().enumerate() {
                for _ in 0..hands.count(side, *slot) {
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

    /// Threats: attacks on better or badly guarded pieces, and space.
    #[inline]
    fn threats<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        found: &[SideTerms<N, G>; 2],
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
        let badly_guarded = (opponents & ours.reach).without(theirs.by_promoters.hits);
        let contested = (ours.reach & theirs.reach).without(theirs.by_promoters.hits);
        let mut score = weights.outclassed.times(n_outclassed);
        score.add(weights.attacked.times(badly_guarded.count() as i32));
        score.add(weights.space.times(contested.count() as i32));
        score
    }

    /// Positional terms relative to promotable pieces: outposts and open files.
    #[inline]
    fn places<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        by_promoters: &[PromoterSquares<N>; 2],
    ) -> Phased {
        let weights = self.weights;
        let [ours, theirs] = [&by_promoters[side], &by_promoters[side ^ 1]];
        let men = position.colors[side].without(ours.squares);
        let mut score = Phased::default();
        if ours.lanes.is_empty() && theirs.lanes.is_empty() {
            return score;
        }
        let class_on = |square: usize| {
            let role = usize::from(position.cell(square).wrapping_sub(1));
            let waits = weights.waits.get(role) != Some(&false);
            (!waits).then(|| weights.class[role])
        };
        let outposts = men & ours.hits & self.far[side];
        outposts.without(theirs.will_hit).each(|square| {
            if class_on(square) == Some(0) {
                score.add(weights.outpost);
            }
        });
        men.without(ours.lanes).each(|square| {
            if class_on(square) == Some(1) {
                score.add(weights.half_open);
                if !theirs.lanes.has(square) {
                    score.add(weights.open);
                }
            }
        });
        score
    }

    /// Whether the side ahead in the endgame has no promotable pieces and too small a lead.
    #[inline]
    fn has_too_little<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        end: i32,
        by_promoters: &[PromoterSquares<N>; 2],
    ) -> bool {
        let ahead = usize::from(end < 0);
        if self.promotable.is_empty() || by_promoters[ahead].squares.any() {
            return false;
        }
        let phase = |side: usize| {
            let mut sum = 0;
            position.colors[side].each(|square| {
                let role = usize::from(position.cell(square).wrapping_sub(1));
                sum += self.weights.phase.get(role).copied().unwrap_or(0);
            });
            sum
        };
        phase(ahead) - phase(ahead ^ 1) < NEEDED_LEAD
    }

    /// King safety: the value of a side's attack on the enemy king.
    #[inline]
    fn danger<const G: usize, X: PositionState<N>>(
        &self,
        position: &PackedPosition<N, G, X>,
        side: usize,
        found: &[SideTerms<N, G>; 2],
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
            let zone = self.zones[side ^ 1][royal];
            let weak = (zone & ours.without_royal()).without(theirs.without_royal());
            pressure += i64::from(weights.weak_zone) * i64::from(weak.count());
            let guarded = zone & theirs.without_royal();
            pressure += i64::from(weights.guarded_zone) * i64::from(guarded.count());
            let mut checks = attacks.leaps.of(royal, &ours.by_group);
            let mut open = Bits::NONE;
            let veil = opponents | ours.by_promoters.squares;
            for attack in attacks.by_path() {
                let group = attack.group & (G - 1);
                if position.groups[side][group].any() {
                    open |= attack.kernel.targets(royal, &veil);
                    let reached = ours.by_group[group];
                    checks |= attack.kernel.targets(royal, &occupied) & reached;
                }
            }
            let n_unsafe = (checks.without(own) & theirs.reach)
                .count()
                .min(MOST_CHECKS);
            pressure += i64::from(weights.unsafe_check) * i64::from(n_unsafe);
            let n_checks = checks.without(own | theirs.reach).count().min(MOST_CHECKS);
            if n_checks > 0 {
                pressure += i64::from(weights.safe_check) * i64::from(n_checks);
                n_attackers += 1;
            }
            danger += weights.exposure * open.without(opponents).count() as i32;
        }
        if n_attackers >= 2 {
            let squared = pressure.max(0).pow(2) * i64::from(weights.attack) / 1600;
            danger += squared.min(MOST_DANGER) as i32;
        }
        danger
    }
}
