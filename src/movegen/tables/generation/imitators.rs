//! Move generation with imitators: pieces that move like the piece that the opponent moved last.
//!
//! The attacks of an enemy imitator depend on which piece moves, so its paths to the own royal piece
//! constrain only the pieces of the imitated role.

use super::constraints::Constraint;
use super::generator::Generator;
use super::sink::Sink;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::PositionState;

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
        self.imitates && self.attack_as(self.moving_role(mover), target, occupied, among)
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
        let role = self.imitation().and_then(|(_, variant_state)| {
            (variant_state.imitated[self.us & 1 ^ 1] as usize).checked_sub(1)
        });
        self.attack_as(role, self.king, &self.occupied, Bits::ALL)
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
        let Some(role) = (variant_state.imitated[self.us & 1] as usize).checked_sub(1) else {
            return;
        };
        let pieces = self.our_groups[imitation.group & (G - 1)];
        for (kernel, aim) in &imitation.sides[self.us & 1][role].moves {
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
