//! Making moves, with passes and facing kings.

use crate::movegen::tables::lookups::{Attack, Bits, Targets};
use crate::movegen::tables::rules::{BOTH_PASSED, FACING, PASSED, RuleTables, packed_last};
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
        let them = us ^ 1;
        self.passed = Bits::NONE;
        self.turn ^= 1;
        self.rights &= root.keep.at(from) & root.keep.at(to);
        if mv.kind() == kind::CASTLE {
            return self.castle(tables, root, us, mv.extra());
        }
        let code = self.cell(from);
        let role = code as usize - 1;
        if self.cell(to) != 0 {
            self.remove(tables, to, them);
        }
        self.toggle(tables, Bits::single(from) | Bits::single(to), us, role);
        self.set_cell(from, 0);
        self.set_cell(to, code);
        if self.royal[us] as usize == from && tables.royal.is_some() {
            self.royal[us] = to as u16;
        }
        if mv.kind() != kind::PLAIN {
            self.finish(tables, us, role, mv);
        }
    }

    /// The rarer effects of a move, after the mover was placed on its target.
    #[cold]
    fn finish(&mut self, tables: &Tables<N>, us: usize, role: usize, mv: EncodedMove) {
        let to = mv.to();
        match mv.kind() {
            kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => {
                let victim = self.victim as usize;
                self.remove(tables, victim, us ^ 1);
                self.set_cell(victim, 0);
                self.end_passing(tables, us, role, mv);
            }
            kind::PROMOTE => self.promote(tables, us, role, to, mv.extra()),
            kind::PROMOTE_FROM_HAND => {
                self.promote(tables, us, role, to, mv.extra());
                self.take_from_hand(tables, us, mv.extra());
            }
            _ => self.mark(tables, us, mv),
        }
    }

    #[inline(always)]
    fn remove(&mut self, tables: &Tables<N>, square: usize, side: usize) {
        let role = self.cell(square).wrapping_sub(1) as usize;
        self.toggle(tables, Bits::single(square), side, role);
        if tables.reserve
            && let Some(hands) = self.state.hands_mut()
        {
            let held = &mut hands.0[side][role & 31];
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
    pub(super) fn last_after(&self, special_rules: &RuleTables<N>, passed: bool) -> u8 {
        let (Some(passing), Some(state)) = (&special_rules.passing, self.state.variant_state())
        else {
            return 0;
        };
        let facing = passing.facing.as_ref();
        let passed = passed && passing.twice_ends;
        packed_last(LastMove {
            passed,
            both_passed: passed && state.last & PASSED != 0,
            castled: None,
            facing: facing.is_some_and(|facing| self.is_facing(facing)),
        })
    }

    /// Clears the facing flag after a move that has separated the kings.
    #[inline]
    pub(crate) fn forget_facing(&mut self, tables: &Tables<N>) {
        let rules = tables.special_rules.as_deref();
        let faced = (self.state.variant_state()).is_some_and(|state| state.last & FACING != 0);
        if faced
            && !rules.is_some_and(|rules| self.is_called_off(rules))
            && let Some(state) = self.state.variant_state_mut()
        {
            state.last &= !FACING;
        }
    }

    /// Whether the game has ended by two passes or by facing kings.
    #[inline]
    pub(crate) fn is_called_off(&self, special_rules: &RuleTables<N>) -> bool {
        let (Some(passing), Some(state)) = (&special_rules.passing, self.state.variant_state())
        else {
            return false;
        };
        state.last & FACING != 0
            && (passing.facing.as_ref()).is_some_and(|facing| self.is_facing(facing))
            || passing.twice_ends && state.last & BOTH_PASSED != 0
    }

    /// Makes a pass.
    pub(crate) fn stay(&mut self, tables: &Tables<N>) {
        let rules = tables.special_rules.as_deref();
        let last = rules.map_or(0, |rules| self.last_after(rules, true));
        self.passed = Bits::NONE;
        self.turn ^= 1;
        if let Some(state) = self.state.variant_state_mut() {
            state.last = last;
        }
    }
}
