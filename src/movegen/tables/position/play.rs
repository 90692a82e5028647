//! Making moves.

use super::castlings::Root;
use super::encoded_move::{EncodedMove, kind};
use super::packed_position::PackedPosition;
use super::position_state::PositionState;
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::table_set::Tables;

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
