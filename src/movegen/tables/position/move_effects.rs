//! Effects of moves: castling, promotion and en passant.

use super::castlings::Root;
use super::encoded_move::{EncodedMove, kind};
use super::packed_position::PackedPosition;
use super::position_state::PositionState;
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::table_set::Tables;

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Promotes a piece after an en passant capture, if it does promote.
    pub(super) fn end_passing(
        &mut self,
        tables: &Tables<N>,
        us: usize,
        role: usize,
        mv: EncodedMove,
    ) {
        let Some(new) = mv.extra().checked_sub(1) else {
            return;
        };
        self.promote(tables, us, role, mv.to(), new);
        if mv.kind() == kind::EN_PASSANT_FROM_HAND {
            self.take_from_hand(tables, us, new);
        }
    }

    pub(super) fn take_from_hand(&mut self, tables: &Tables<N>, us: usize, role: usize) {
        if let Some(hands) = self.state.hands_mut() {
            hands.0[us][usize::from(tables.slots[role]) & 31] -= 1;
        }
    }

    /// Sets the en passant squares of a move.
    #[inline]
    pub(crate) fn mark(&mut self, tables: &Tables<N>, us: usize, mv: EncodedMove) {
        let marks = &tables.sides[us].marks[mv.from()];
        let mut known = marks.iter();
        if let Some((_, squares)) = known.find(|(target, _)| *target as usize == mv.to()) {
            self.passed = *squares;
            self.victim = mv.to() as u16;
        }
    }

    #[inline]
    pub(crate) fn promote(
        &mut self,
        tables: &Tables<N>,
        us: usize,
        role: usize,
        to: usize,
        new: usize,
    ) {
        self.toggle(tables, Bits::single(to), us, role);
        self.put(tables, to, us, new);
    }

    #[cold]
    pub(crate) fn castle(&mut self, tables: &Tables<N>, root: &Root<N>, us: usize, number: usize) {
        let castling = &root.castlings[us][number];
        let (king, partner) = (self.cell(castling.from), self.cell(castling.partner));
        self.toggle(tables, Bits::single(castling.from), us, king as usize - 1);
        self.toggle(
            tables,
            Bits::single(castling.partner),
            us,
            partner as usize - 1,
        );
        self.set_cell(castling.from, 0);
        self.set_cell(castling.partner, 0);
        self.put(tables, castling.to, us, king as usize - 1);
        self.put(tables, castling.partner_to, us, partner as usize - 1);
        if usize::from(self.royal[us]) == castling.from {
            self.royal[us] = castling.to as u16;
        }
        self.rights &= root.keep.at(castling.from) & root.keep.at(castling.partner);
    }
}
