//! Making moves, with passes and facing kings.

use crate::movegen::tables::lookups::{Attack, Bits, Targets};
use crate::movegen::tables::rules::NOWHERE;
use crate::movegen::tables::table_set::Tables;
use crate::state::LastMove;

use super::castlings::Root;
use super::encoded_move::{EncodedMove, kind};
use super::packed_position::{NO_ROYAL, PackedPosition, PositionState};

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Makes a legal move.
    #[inline(always)]
    pub(crate) fn play(&mut self, tables: &Tables<N>, root: &Root<N>, mv: EncodedMove) {
        if X::HAS_SPECIAL_RULES {
            return self.play_with_special_rules(tables, root, mv);
        }
        let (from, to) = (mv.from(), mv.to());
        let us = self.turn as usize;
        self.passed = Bits::NONE;
        self.turn ^= 1;
        self.rights &= root.keep.at(from) & root.keep.at(to);
        if mv.kind() == kind::CASTLE {
            return self.castle(tables, root, us, mv.extra());
        }
        self.walk(tables, us, mv);
    }

    /// Moves a piece, with captures, promotion and marks; returns its role.
    #[inline(always)]
    pub(super) fn walk(&mut self, tables: &Tables<N>, us: usize, mv: EncodedMove) -> usize {
        let (from, to) = (mv.from(), mv.to());
        let code = self.cell(from);
        let role = code as usize - 1;
        if self.cell(to) != 0 {
            self.capture(tables, to, us ^ 1);
        }
        self.toggle(tables, Bits::single(from) | Bits::single(to), us, role);
        self.set_cell(from, 0);
        self.set_cell(to, code);
        if self.royal[us] as usize == from {
            self.royal[us] = to as u16;
        }
        if mv.kind() != kind::PLAIN {
            self.finish(tables, us, role, mv);
        }
        role
    }

    /// The rarer effects of a move, after the mover was placed on its target.
    #[cold]
    fn finish(&mut self, tables: &Tables<N>, us: usize, role: usize, mv: EncodedMove) {
        if mv.is_en_passant() {
            let victim = self.victim as usize;
            self.capture(tables, victim, us ^ 1);
            self.set_cell(victim, 0);
        }
        if mv.kind() == kind::MARKING {
            self.mark(tables, us, mv);
            if X::HAS_SPECIAL_RULES && tables.rare {
                self.passed = self.passed.without(self.walls(tables));
            }
        }
        if let Some(new) = mv.promotion() {
            self.toggle(tables, Bits::single(mv.to()), us, role);
            self.put(tables, mv.to(), us, new);
            if mv.is_from_hand()
                && let Some(hands) = self.state.hands_mut()
            {
                hands.0[us][usize::from(tables.special_rules.slots[new]) & 31] -= 1;
            }
        }
    }

    /// Removes a captured piece, which may go to a hand.
    #[inline(always)]
    pub(super) fn capture(&mut self, tables: &Tables<N>, square: usize, side: usize) {
        let role = self.cell(square).wrapping_sub(1) as usize;
        self.toggle(tables, Bits::single(square), side, role);
        let Some(hands) = self.state.hands_mut() else {
            return;
        };
        let rules = &tables.special_rules;
        let slot = rules.prisoners[side & 1][role];
        if slot != NOWHERE {
            let keeper = if rules.to_owner { side } else { side ^ 1 };
            // Unlimited drops create pieces, so the number is unbounded; a saturated one is as good.
            let held = &mut hands.0[keeper & 1][slot as usize & 31];
            *held = held.saturating_add(1);
        }
    }
}

// Passes and facing kings.

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Whether the kings face each other.
    #[inline]
    pub(crate) fn is_facing(&self, facing: &Attack<N>) -> bool {
        let [king, other] = self.royal;
        king != NO_ROYAL && other != NO_ROYAL && {
            let (king, other) = (usize::from(king), usize::from(other));
            facing.table.reach.at(king).has(other) && {
                let occupied = self.colors[0] | self.colors[1];
                facing.kernel.targets(king, &occupied).has(other)
            }
        }
    }

    /// The facts about a move before it is made.
    #[inline]
    pub(super) fn last_after(&self, tables: &Tables<N>, passed: bool) -> LastMove {
        let passing = &tables.special_rules.passing;
        let (Some(passing), Some(state)) = (passing, self.state.variant_state()) else {
            return LastMove::default();
        };
        let facing = passing.facing.as_ref();
        let passed = passed && passing.rule.twice_ends;
        LastMove {
            passed,
            both_passed: passed && state.last.passed,
            castled: None,
            facing: facing.is_some_and(|facing| self.is_facing(facing)),
        }
    }

    /// Clears the facing flag after a move that has separated the kings.
    #[inline]
    pub(crate) fn forget_facing(&mut self, tables: &Tables<N>) {
        let faced = (self.state.variant_state()).is_some_and(|state| state.last.facing);
        if faced
            && !self.is_called_off(tables)
            && let Some(state) = self.state.variant_state_mut()
        {
            state.last.facing = false;
        }
    }

    /// Whether the game has ended by two passes or by facing kings.
    #[inline]
    pub(crate) fn is_called_off(&self, tables: &Tables<N>) -> bool {
        let passing = &tables.special_rules.passing;
        let (Some(passing), Some(state)) = (passing, self.state.variant_state()) else {
            return false;
        };
        state.last.facing && (passing.facing.as_ref()).is_some_and(|facing| self.is_facing(facing))
            || passing.rule.twice_ends && state.last.both_passed
    }

    /// Makes a pass.
    pub(crate) fn stay(&mut self, tables: &Tables<N>) {
        let last = self.last_after(tables, true);
        self.passed = Bits::NONE;
        self.turn ^= 1;
        if let Some(state) = self.state.variant_state_mut() {
            state.last = last;
        }
    }
}
