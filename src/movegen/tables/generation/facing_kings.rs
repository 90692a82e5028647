//! Passes, and moves in games in which facing kings end the game.

use super::constraints::Constraint;
use super::generator::Generator;
use super::sink::Sink;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::{EncodedMove, PositionState, kind};
use crate::movegen::tables::rules::RuleTables;

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// If the kings face each other and that ends the game, constrains moves to those that separate them.
    pub(super) fn constrain_facing(&mut self) {
        let rules = self.tables.special_rules.as_deref();
        let passing = rules.and_then(|rules| rules.passing.as_ref());
        let Some(facing) = passing.and_then(|passing| passing.facing.as_ref()) else {
            return;
        };
        if !self.position.is_facing(facing) {
            return;
        }
        self.facing = true;
        let other = usize::from(self.position.royal[self.us & 1 ^ 1]);
        for needs in facing.table.needs(self.king, other) {
            self.bind_all(Constraint::new(Bits::NONE, Bits::ALL, needs.empty));
        }
    }

    /// The targets on which the own king does not face the other one.
    pub(super) fn unseen(&self, targets: Bits<N>) -> Bits<N> {
        let rules = self.tables.special_rules.as_deref();
        let passing = rules.and_then(|rules| rules.passing.as_ref());
        match passing.and_then(|passing| passing.facing.as_ref()) {
            Some(facing) => {
                let other = usize::from(self.position.royal[self.us & 1 ^ 1]);
                let without = self.occupied ^ Bits::single(self.king);
                targets.without(facing.kernel.targets(other, &without))
            }
            None => targets,
        }
    }

    /// Adds the pass, as a move of the king or of the first piece.
    #[inline(never)]
    pub(crate) fn pass(
        &self,
        special_rules: &RuleTables<N>,
        n_moves: u64,
        sink: &mut impl Sink<N>,
    ) {
        let Some(passing) = &special_rules.passing else {
            return;
        };
        let us = self.us & 1;
        let may = if passing.stalemate[us] {
            n_moves == 0 || self.in_check
        } else {
            passing.always[us]
        };
        if !may || self.in_check && !self.facing {
            return;
        }
        let at = if self.royal {
            Some(self.king)
        } else {
            self.own.first()
        };
        if let Some(at) = at {
            sink.add(EncodedMove::new(at, at, kind::PASS, 0));
        }
    }
}
