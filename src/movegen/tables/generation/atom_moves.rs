//! Moves of one atom, with promotions and en passant marks.

use super::generator::Generator;
use super::sink::Sink;
use crate::movegen::tables::lookups::{Bits, Delta, Targets};
use crate::movegen::tables::position::{EncodedMove, PositionState, kind};
use crate::movegen::tables::sides::{Atom, Choice, Only};
use crate::state::Role;

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
            let slot = usize::from(self.tables.slots[choice.role.index()]);
            let hands = self.position.state.hands();
            hands.is_some_and(|hands| hands.0[self.us & 1].get(slot).is_some_and(|held| *held > 0))
        };
        let below = |limit: u16| self.position.count(self.us, choice.like) < limit as u32;
        (!choice.from_hand || in_hand()) && choice.limit.is_none_or(below)
    }
}
