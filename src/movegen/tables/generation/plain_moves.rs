//! Moves of all pieces: the main loop over atoms, with promotions, castlings and en passant captures.

use crate::movegen::tables::lookups::{Bits, Delta, Targets};
use crate::movegen::tables::position::{EncodedMove, PositionState, kind};
use crate::movegen::tables::sides::{Atom, Choice, EnPassantAtom, Only, Promotion, Side};
use crate::state::Role;

use super::generator::Generator;
use super::sink::Sink;

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    #[inline(always)]
    pub(crate) fn royal(&self, sink: &mut impl Sink<N>) {
        self.king_walks(sink);
        let rights = self.position.rights >> (16 * self.us) & 0xffff;
        if rights != 0 && !self.in_check {
            self.castle(rights, sink);
        }
    }

    #[inline(always)]
    pub(crate) fn castle(&self, mut rights: u32, sink: &mut impl Sink<N>) {
        while rights != 0 {
            let number = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            let between = self.root.between[self.us & 1][number & 15];
            if (between & self.occupied).any() {
                continue;
            }
            let castling = &self.root.castlings[self.us & 1][number];
            if self.may_castle(castling) {
                let (from, to) = (castling.from, castling.to);
                sink.add(EncodedMove::new(from, to, kind::CASTLE, number));
            }
        }
    }

    /// The moves of all pieces but the royal one; with `known`, plain moves of pieces on no path are skipped.
    #[inline(always)]
    pub(super) fn non_royal_moves(&self, known: bool, sink: &mut impl Sink<N>) {
        let movers = sink.movers();
        let free = movers.without(self.special);
        let mut open = self.aims;
        for aim in &mut open {
            *aim &= self.allowed;
        }
        let Side { plain, other, .. } = self.ours;
        if X::HAS_SPECIAL_RULES && self.scratch.blasts {
            sink.aside(|sink| self.quiet_or_blasting(&open, sink));
        } else {
            if !known {
                sink.aside(|sink| {
                    plain.each(
                        self.our_groups,
                        free,
                        &self.occupied,
                        &open,
                        |_, from, targets, open| sink.plain(from, targets & open),
                    );
                });
            }
            sink.aside(|sink| {
                other.each(
                    self.our_groups,
                    free,
                    &self.occupied,
                    &open,
                    |number, from, targets, open| {
                        self.emit(&other.atoms()[number], from, targets & open, sink);
                    },
                );
            });
        }
        for shifted in &self.ours.shifts {
            let targets = shifted.targets(self.our_groups, free, &self.occupied, &open);
            let shift = &shifted.shift;
            let promoting = targets & shift.zone;
            if promoting.any() {
                let atom = &self.ours.shifted[shifted.atom];
                sink.aside(|sink| self.promote_shifted(atom, promoting, shift.delta, sink));
            }
            let kind = if shift.marks {
                kind::MARKING
            } else {
                kind::PLAIN
            };
            sink.shifted(targets.without(shift.zone), shift.delta, kind);
        }
        let bound = if self.royal {
            (self.special & self.own & movers).without(Bits::single(self.king))
        } else if X::HAS_SPECIAL_RULES {
            self.special & self.own
        } else {
            Bits::NONE
        };
        if bound.any() {
            sink.aside(|sink| self.bound(bound, sink));
        }
    }

    /// En passant captures. They remove a piece from another square than the target, so each is tested with
    /// the occupancy after it.
    #[inline(always)]
    pub(crate) fn en_passant(&self, sink: &mut impl Sink<N>) {
        // A run may have leapt over a piece; an occupied square allows no en passant capture.
        let passed = self.position.passed.without(self.occupied);
        for atom in &self.ours.en_passant {
            passed.each(|to| {
                let pieces = self.our_groups[atom.group & (G - 1)];
                let origins = atom.kernel.targets(to, &self.occupied) & pieces;
                if origins.any() {
                    sink.aside(|sink| self.capture_in_passing(atom, origins, to, sink));
                }
            });
        }
    }

    #[inline(never)]
    fn capture_in_passing(
        &self,
        atom: &EnPassantAtom<N>,
        origins: Bits<N>,
        to: usize,
        sink: &mut impl Sink<N>,
    ) {
        let victim = Bits::single(self.position.victim as usize);
        origins.each(|from| {
            let after = self.occupied ^ Bits::single(from) ^ victim | Bits::single(to);
            if !self.may_pass(&after, victim, from, to) {
                return;
            }
            let in_zone = |promotion: &&Promotion<N>| promotion.zone.has(to);
            let Some(promotion) = atom.promotion.as_ref().filter(in_zone) else {
                return sink.add(EncodedMove::new(from, to, kind::EN_PASSANT, 0));
            };
            for part in promotion.parts.iter().filter(|part| part.squares.has(to)) {
                let choices = part.choices.iter();
                for choice in choices.filter(|choice| self.is_available(**choice)) {
                    let kind = if choice.from_hand {
                        kind::EN_PASSANT_FROM_HAND
                    } else {
                        kind::EN_PASSANT
                    };
                    sink.add(EncodedMove::new(from, to, kind, choice.role.index() + 1));
                }
                if part.stay.has(to) {
                    sink.add(EncodedMove::new(from, to, kind::EN_PASSANT, 0));
                }
            }
        });
    }
}

// Moves of one atom, with promotions and en passant marks.

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// The moves of pieces on a path to the own royal piece.
    #[inline(never)]
    pub(crate) fn bound(&self, bound: Bits<N>, sink: &mut impl Sink<N>) {
        let plain = self.ours.plain.atoms().iter();
        let all = plain
            .chain(self.ours.other.atoms())
            .chain(&self.ours.shifted);
        for atom in all {
            let pieces = self.our_groups[atom.group & (G - 1)] & bound;
            pieces.each(|from| {
                let mask = self.aims[atom.aim as usize] & self.allowed_from(from);
                self.emit(
                    atom,
                    from,
                    atom.kernel.targets(from, &self.occupied) & mask,
                    sink,
                );
            });
        }
    }

    #[inline(always)]
    pub(super) fn emit(
        &self,
        atom: &Atom<N>,
        from: usize,
        targets: Bits<N>,
        sink: &mut impl Sink<N>,
    ) {
        let mut targets = targets;
        if let Some(role) = atom.promotes
            && let Some(promotion) = &self.ours.promotions[role.index()]
        {
            let promoting = if promotion.leaving.has(from) {
                targets
            } else {
                targets & promotion.zone
            };
            if promoting.any() {
                targets = targets.without(promoting);
                sink.aside(|sink| self.promote(atom, role, from, promoting, sink));
            }
        }
        self.go(atom, from, targets, sink);
    }

    /// Moves without promotion.
    #[inline(always)]
    fn go(&self, atom: &Atom<N>, from: usize, targets: Bits<N>, sink: &mut impl Sink<N>) {
        if atom.marks {
            sink.marking(from, targets, &self.ours.marks[from]);
        } else {
            sink.plain(from, targets);
        }
    }

    #[inline(never)]
    pub(super) fn promote_shifted(
        &self,
        atom: &Atom<N>,
        targets: Bits<N>,
        delta: Delta,
        sink: &mut impl Sink<N>,
    ) {
        if let Some(role) = atom.promotes {
            targets.each(|to| self.promote(atom, role, delta.origin(to), Bits::single(to), sink));
        }
    }

    /// Moves with promotion.
    #[inline(never)]
    fn promote(
        &self,
        atom: &Atom<N>,
        role: Role,
        from: usize,
        targets: Bits<N>,
        sink: &mut impl Sink<N>,
    ) {
        let Some(promotion) = &self.ours.promotions[role.index()] else {
            return;
        };
        for part in promotion.parts_from(from) {
            let here = targets & part.squares;
            let here = match part.only {
                Only::Any => here,
                Only::Captures => here & self.occupied,
                Only::Quiet => here.without(self.occupied),
            };
            if here.is_empty() {
                continue;
            }
            let choices = || {
                part.choices
                    .iter()
                    .filter(|choice| self.is_available(**choice))
            };
            let all = || here.count() as u64 * choices().count() as u64;
            if sink.many(from, || all() + (here & part.stay).count() as u64) {
                continue;
            }
            here.each(|to| {
                for choice in choices() {
                    let kind = if choice.from_hand {
                        kind::PROMOTE_FROM_HAND
                    } else {
                        kind::PROMOTE
                    };
                    sink.add(EncodedMove::new(from, to, kind, choice.role.index()));
                }
            });
            self.go(atom, from, here & part.stay, sink);
        }
    }

    pub(super) fn is_available(&self, choice: Choice) -> bool {
        let in_hand = || {
            let slot = self.tables.special_rules.slots[choice.role.index()];
            let hands = self.position.state.hands();
            hands.is_some_and(|hands| hands.count(self.us & 1, slot) > 0)
        };
        let below = |limit: u16| self.position.count(self.us, choice.like) < limit as u32;
        (!choice.from_hand || in_hand()) && choice.limit.is_none_or(below)
    }
}
