//! Move generation of imitators and of hoppers with own-kind screens.

use super::generator::{Constraint, Generator};
use super::sink::Sink;
use crate::movegen::tables::lookups::{Bits, Needs, Targets};
use crate::movegen::tables::position::{CastlingTable, NO_ROYAL, PositionState};
use crate::movegen::tables::rules::{BlastTable, OwnKindScreens};

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

// Safety of the king, with special rules if there are any.

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    #[inline]
    pub(crate) fn blast(&self) -> Option<&BlastTable<N>> {
        let blast = self.tables.special_rules.blast.as_ref();
        blast.filter(|_| X::HAS_SPECIAL_RULES)
    }

    #[inline(always)]
    pub(super) fn king_walks(&self, sink: &mut impl Sink<N>) {
        for (kernel, aim) in &self.ours.royal {
            let targets = kernel.targets(self.king, &self.occupied) & self.aims[*aim as usize];
            if targets.any() {
                sink.plain(self.king, self.safe_with_special_rules(targets));
            }
        }
    }

    /// The targets on which the own king is safe.
    #[inline(always)]
    pub(super) fn safe_with_special_rules(&self, targets: Bits<N>) -> Bits<N> {
        if !X::HAS_SPECIAL_RULES || !self.tables.careful {
            return self.safe(targets);
        }
        self.safe_by_making(targets)
    }

    /// The same if safety depends on more than attacks on the targets.
    #[inline(never)]
    fn safe_by_making(&self, targets: Bits<N>) -> Bits<N> {
        let mut safe = Bits::NONE;
        self.narrowed(targets).each(|to| {
            if self.king_may_stand(to) {
                safe |= Bits::single(to);
            }
        });
        safe
    }

    /// The targets of the own king that rare rules allow.
    #[inline]
    fn narrowed(&self, mut targets: Bits<N>) -> Bits<N> {
        if !self.tables.rare {
            return targets;
        }
        if self.in_check && self.tables.special_rules.no_escape {
            targets &= self.only_checker();
        }
        if self.facing {
            targets = self.unseen(targets);
        }
        targets
    }

    #[inline(always)]
    fn king_may_stand(&self, to: usize) -> bool {
        let after = self.occupied ^ Bits::single(self.king) | Bits::single(to);
        self.touches(to) || !self.attacked_somehow(self.king, to, &after, Bits::ALL)
    }

    /// Whether a king on the square is next to the enemy king, in games with explosions.
    #[inline(always)]
    pub(crate) fn touches(&self, square: usize) -> bool {
        let other = self.position.royal[self.us ^ 1];
        self.blast()
            .is_some_and(|blast| other != NO_ROYAL && blast.around.at(square).has(other as usize))
    }

    /// Whether the opponent attacks a square with pieces of any kind after a move of the piece on `mover`.
    #[inline(always)]
    fn attacked_somehow(
        &self,
        mover: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let (position, them) = (self.position, self.us & 1 ^ 1);
        self.attacked(target, occupied, among)
            || X::HAS_SPECIAL_RULES
                && self.tables.rare
                && position.screened_attack(self.tables, them, target, occupied, among)
            || self.imitators_attack(mover, target, occupied, among)
    }

    /// Whether the path of a castling is safe.
    #[inline(never)]
    pub(super) fn may_castle(&self, castling: &CastlingTable) -> bool {
        let (king, home) = (castling.from, Bits::single(castling.from));
        if !self.royal && !(self.position).is_last_piece(self.tables, self.us & 1, king) {
            return true;
        }
        // Castling by files is a special rule.
        let (gone, arrives) = if X::HAS_SPECIAL_RULES && castling.by_files {
            (Bits::NONE, Bits::NONE)
        } else {
            (home, Bits::single(castling.partner_to))
        };
        let without = self.occupied.without(gone);
        // PERF: one loop, so that the test of attacks is inlined.
        let n_squares = castling.passed.len() + 1;
        for index in 0..n_squares {
            let (square, occupied) = match castling.passed.get(index) {
                Some(square) => (*square, without),
                None => (
                    castling.to,
                    without.without(Bits::single(castling.partner)) | arrives,
                ),
            };
            let occupied = occupied | Bits::single(square);
            let is_safe = self.touches(square)
                || !self.attacked(square, &occupied, Bits::ALL)
                    && !self.imitators_attack(king, square, &occupied, Bits::ALL);
            if !is_safe {
                return false;
            }
        }
        true
    }

    /// Whether the own king survives a capture on `to` with the given occupancy after it, and the explosion.
    #[inline]
    pub(super) fn survives(&self, occupied: Bits<N>, victim: Bits<N>, to: usize) -> bool {
        if !self.royal {
            return true;
        }
        let gone = self.position.blasted(self.tables, to, occupied);
        if gone.has(self.king) {
            return false;
        }
        let other = self.position.royal[self.us ^ 1];
        other != NO_ROYAL && (gone | victim).has(other as usize)
            || self.touches(self.king)
            || !self.in_check
                && ((occupied.without(gone) ^ self.occupied) & self.scratch.watched_squares)
                    .is_empty()
            || !self.attacked(self.king, &occupied.without(gone), !(gone | victim))
    }

    /// Whether the own king is safe after an en passant capture on `to`.
    pub(super) fn may_pass(
        &self,
        after: &Bits<N>,
        victim: Bits<N>,
        from: usize,
        to: usize,
    ) -> bool {
        match self.blast() {
            Some(_) => self.survives(*after, victim, to),
            None => !self.royal || !self.attacked_somehow(from, self.king, after, !victim),
        }
    }
}
