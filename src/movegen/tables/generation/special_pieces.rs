//! Move generation of imitators and of hoppers with own-kind screens.

use crate::movegen::tables::lookups::{Bits, Needs, Targets};
use crate::movegen::tables::position::PositionState;
use crate::movegen::tables::rules::OwnKindScreens;

use super::constraints::Constraint;
use super::generator::Generator;
use super::sink::Sink;

// Move generation with imitators: pieces that move like the piece that the opponent moved last.
//
// The attacks of an enemy imitator depend on which piece moves, so its paths to the own royal piece
// constrain only the pieces of the imitated role.

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Whether enemy imitators attack `target` after a move of the piece on `mover`.
    #[inline(always)]
    pub(crate) fn imitators_attack(
        &self,
        mover: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        X::HAS_SPECIAL_RULES
            && self.imitates
            && self.attack_as(self.moving_role(mover), target, occupied, among)
    }

    /// Whether enemy imitators attack `target` as a role.
    #[inline(never)]
    fn attack_as(
        &self,
        role: Option<usize>,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let (Some((imitation, _)), Some(role)) = (self.imitation(), role) else {
            return false;
        };
        let imitators = self.their_groups[imitation.group & (G - 1)] & among;
        imitators.any() && imitation.attack(self.us & 1 ^ 1, role, target, occupied, imitators)
    }

    /// Whether enemy imitators give check as the currently imitated role.
    pub(super) fn imitators_check(&self) -> bool {
        let imitation = self.tables.special_rules.imitation.as_ref();
        imitation.is_some_and(|imitation| {
            let them = self.us & 1 ^ 1;
            (self.position).imitators_attack(imitation, them, self.king, &self.occupied)
        })
    }

    /// Constrains the pieces whose roles would let enemy imitators give check.
    pub(super) fn constrain_imitators(&mut self) {
        let Some((imitation, _)) = self.imitation() else {
            return;
        };
        let them = self.us & 1 ^ 1;
        let imitators = self.their_groups[imitation.group & (G - 1)];
        let mut roles = 0;
        let row = &imitation.reach[them][self.king * imitation.area..];
        imitators.each(|square| roles |= row[square]);
        if roles == 0 {
            return;
        }
        let mut bound = 0u64;
        let mut found: Vec<(usize, Constraint<N>)> = Vec::new();
        while roles != 0 {
            let role = roles.trailing_zeros() as usize;
            roles &= roles - 1;
            for attack in &imitation.sides[them][role].attacks {
                let sources = *attack.table.reach.at(self.king) & imitators;
                sources.each(|source| {
                    self.demands(attack, source, |constraint| {
                        found.push((role, constraint));
                        bound |= 1 << role;
                    });
                });
            }
        }
        self.own.each(|square| {
            if let Some(role) = self.moving_role(square)
                && bound >> role & 1 != 0
            {
                self.special |= Bits::single(square);
            }
        });
        self.scratch.by_role.extend(found);
    }

    /// The moves of own imitators.
    pub(crate) fn imitate(&self, sink: &mut impl Sink<N>) {
        let Some((imitation, variant_state)) = self.imitation() else {
            return;
        };
        let Some(role) = variant_state.imitated[self.us & 1] else {
            return;
        };
        let pieces = self.our_groups[imitation.group & (G - 1)];
        for (kernel, aim) in &imitation.sides[self.us & 1][role.index()].moves {
            let mask = self.aims[*aim as usize];
            pieces.each(|from| {
                let targets = kernel.targets(from, &self.occupied);
                let allowed = if self.special.has(from) {
                    self.allowed_from(from)
                } else {
                    self.allowed
                };
                sink.plain(from, targets & mask & allowed);
            });
        }
    }
}

// Move generation with own-kind screens.
//
// A path over mounts is open to a piece with own-kind screens if it is open both on the board and on the
// board without this kind: then no mount is of the kind, and no other condition differs. The targets of the
// piece are thus the intersection of two lookups. Whether an own piece may interpose depends on its kind, so
// each path has two constraints.

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// The own and the enemy pieces with own-kind screens, and their moves.
    #[inline(always)]
    fn own_kind_screens(&self) -> Option<(&OwnKindScreens<N>, [Bits<N>; 2])> {
        let screens = self.tables.special_rules.own_kind_screens.as_ref()?;
        let group = screens.group & (G - 1);
        Some((screens, [self.our_groups[group], self.their_groups[group]]))
    }

    /// Collects the constraints of their paths to the own royal piece.
    pub(super) fn constrain_screened(&mut self) {
        let Some((own_kind_screens, [ours, theirs])) = self.own_kind_screens() else {
            return;
        };
        let others = self.occupied.without(ours | theirs);
        let mut found: Vec<(Constraint<N>, Option<Constraint<N>>, bool)> = Vec::new();
        let mut leapers = Bits::NONE;
        for attack in &own_kind_screens.sides[self.us & 1 ^ 1].attacks {
            let sources = *attack.table.reach.at(self.king) & theirs;
            if attack.table.is_free() {
                leapers |= sources;
                continue;
            }
            sources.each(|source| {
                for needs in attack.table.needs(self.king, source) {
                    found.extend(self.demand_of_screened(needs, source, others));
                }
            });
        }
        if leapers.any() {
            let bound = self.allowed;
            self.leapt_on(leapers);
            self.allowed &= bound;
        }
        for (all_but_ours, of_ours, checks) in found {
            self.in_check |= checks;
            self.bind_all(all_but_ours);
            self.scratch.of_screened.extend(of_ours);
        }
    }

    /// The constraints of a path over mounts on all other pieces and on own pieces of the kind, and whether
    /// it is open.
    fn demand_of_screened(
        &self,
        needs: &Needs<N>,
        source: usize,
        others: Bits<N>,
    ) -> Option<(Constraint<N>, Option<Constraint<N>>, bool)> {
        let blockers = needs.empty & self.occupied;
        let missing = needs.occupied.without(others);
        if blockers.without(self.own).any() || blockers.is_many() || missing.is_many() {
            return None;
        }
        let way = needs.empty | Bits::single(source);
        let is_open = blockers.is_empty();
        // A piece of the kind also closes the path by capturing the mount.
        let (goal, goal_of_screened) = if missing.any() {
            (!missing, None)
        } else {
            (way, Some(way | needs.occupied))
        };
        let constraint = |goal: Bits<N>, mounts: Bits<N>| {
            if is_open {
                Constraint::new(mounts, Bits::ALL, goal)
            } else {
                Constraint::new(blockers, goal, Bits::ALL)
            }
        };
        Some((
            constraint(goal, needs.occupied & others & self.own),
            goal_of_screened.map(|goal| constraint(goal, Bits::NONE)),
            is_open && missing.is_empty(),
        ))
    }

    /// The moves of own pieces with own-kind screens.
    #[inline(never)]
    pub(crate) fn shun(&self, sink: &mut impl Sink<N>) {
        let Some((own_kind_screens, [ours, theirs])) = self.own_kind_screens() else {
            return;
        };
        let all = ours | theirs;
        let others = self.occupied.without(all);
        ours.each(|from| {
            let allowed = self.allowed_for_screened(from).without(all);
            for (kernel, aim) in &own_kind_screens.sides[self.us & 1].moves {
                let mask = self.aims[*aim as usize] & allowed;
                let targets = kernel.targets(from, &self.occupied) & mask;
                if targets.any() {
                    sink.plain(from, targets & kernel.targets(from, &others));
                }
            }
        });
    }
}
