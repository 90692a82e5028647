//! Exploding captures.

use super::generator::Generator;
use super::sink::Sink;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::PositionState;
use crate::movegen::tables::sides::{Atom, Side};

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Exploding captures by the pieces that the main loop over atoms skips or shifts set-wise.
    #[inline(never)]
    pub(crate) fn blasts(&self, sink: &mut impl Sink<N>) {
        let hits = &self.scratch.hits;
        let king = if self.royal {
            Bits::single(self.king)
        } else {
            Bits::NONE
        };
        let bound = self.special.without(king) & self.own;
        if bound.any() {
            let (plain, other) = (self.ours.plain.atoms(), self.ours.other.atoms());
            for atom in plain.iter().chain(other).chain(&self.ours.shifted) {
                (self.our_groups[atom.group & (G - 1)] & bound).each(|from| {
                    let targets = atom.kernel.targets(from, &self.occupied);
                    self.blast_from(atom, from, targets & hits[atom.aim as usize], sink);
                });
            }
        }
        let free = !self.special;
        for shifted in &self.ours.shifts {
            let atom = &self.ours.shifted[shifted.atom];
            let targets = shifted.targets(self.our_groups, free, &self.occupied, hits);
            targets.each(|to| {
                self.blast_from(atom, shifted.shift.delta.origin(to), Bits::single(to), sink);
            });
        }
    }

    /// The main loop over atoms in games with explosions.
    #[inline(never)]
    pub(super) fn quiet_or_blasting(&self, open: &[Bits<N>; 4], sink: &mut impl Sink<N>) {
        let hits = &self.scratch.hits;
        let by_aim = [
            (open[0], hits[0]),
            (open[1], hits[1]),
            (open[2], hits[2]),
            (open[3], hits[3]),
        ];
        let Side { plain, other, .. } = self.ours;
        plain.each(
            self.our_groups,
            !self.special,
            &self.occupied,
            &by_aim,
            |number, from, targets, (open, hits)| {
                sink.plain(from, targets & open);
                if (targets & hits).any() {
                    let atom = &plain.atoms()[number];
                    sink.aside(|sink| self.blast_from(atom, from, targets & hits, sink));
                }
            },
        );
        other.each(
            self.our_groups,
            !self.special,
            &self.occupied,
            &by_aim,
            |number, from, targets, (open, hits)| {
                let atom = &other.atoms()[number];
                self.emit(atom, from, targets & open, sink);
                if (targets & hits).any() {
                    sink.aside(|sink| self.blast_from(atom, from, targets & hits, sink));
                }
            },
        );
    }

    #[inline(never)]
    fn blast_from(&self, atom: &Atom<N>, from: usize, targets: Bits<N>, sink: &mut impl Sink<N>) {
        let Some(blast) = self.blast() else { return };
        let without = self.occupied ^ Bits::single(from);
        // PERF: most captures empty no square that matters to the king.
        let matters = self.scratch.watched_squares | Bits::single(self.king);
        let mut safe = Bits::NONE;
        targets.each(|to| {
            let there = Bits::single(to);
            let emptied = *blast.around.at(to) | there | Bits::single(from);
            let is_far = !self.in_check && (emptied & matters).is_empty();
            if is_far || self.survives(without | there, Bits::NONE, to) {
                safe |= there;
            }
        });
        self.emit(atom, from, safe, sink);
    }
}
