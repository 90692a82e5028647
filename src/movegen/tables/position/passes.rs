//! Passes and facing kings.

use super::packed_position::{NO_ROYAL, PackedPosition};
use super::position_state::PositionState;
use crate::movegen::tables::lookups::{Attack, Bits, Targets};
use crate::movegen::tables::rules::{BOTH_PASSED, FACING, PASSED, RuleTables, packed_last};
use crate::movegen::tables::table_set::Tables;
use crate::state::LastMove;

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
