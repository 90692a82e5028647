//! Constraints of all paths to the own royal piece.

use super::generator::Generator;
use crate::movegen::tables::lookups::{Bits, Needs};
use crate::movegen::tables::position::PositionState;

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Collects the constraints of all paths to the own royal piece.
    #[inline(always)]
    pub(super) fn constrain(&mut self) {
        let (attacks, groups) = (&self.theirs.attacks, self.their_groups);
        let leapers = attacks.leaps.of(self.king, groups);
        if leapers.any() {
            self.leapt_on(leapers);
        }
        let riders = attacks.paths.of(self.king, groups);
        if riders.any() {
            self.bind(riders);
        }
        self.special |= Bits::single(self.king);
        if X::HAS_SPECIAL_RULES {
            if self.imitates {
                self.constrain_imitators();
            }
            if self.tables.rare {
                self.scratch.of_screened.clear();
                self.constrain_facing();
                self.scratch.n_for_screened = self.scratch.constraints.len();
                self.constrain_screened();
            }
        }
    }

    /// Collects the constraints of the paths of possible attackers.
    #[inline(never)]
    fn bind(&mut self, sources: Bits<N>) {
        let attacks = &self.theirs.attacks;
        let opponents = self.occupied ^ self.own;
        sources.each(|source| {
            let role = self.position.cell(source).wrapping_sub(1) as usize;
            for attack in attacks.of_role(role) {
                for needs in attack.table.needs(self.king, source) {
                    if X::HAS_SPECIAL_RULES {
                        self.scratch.watched_squares |=
                            needs.empty | needs.occupied | Bits::single(source);
                    }
                    // PERF: most paths are blocked by an opponent or by two pieces.
                    if (needs.empty & opponents).is_empty() && !(needs.empty & self.own).is_many() {
                        self.bind_by(needs, source);
                    }
                }
            }
        });
    }

    /// Adds the constraint of a path.
    #[inline(never)]
    fn bind_by(&mut self, needs: &Needs<N>, source: usize) {
        if let Some(constraint) = self.demand(needs, source) {
            self.in_check |= needs.is_open(&self.occupied);
            self.bind_all(constraint);
        }
    }
}
