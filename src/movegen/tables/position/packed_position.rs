//! Position of the table engine: one bitboard for each color and group, with copy-make.

use super::position_state::PositionState;
use crate::movegen::tables::lookups::{Bits, Targets, looks_at_all};
use crate::movegen::tables::table_set::Tables;
use crate::state::{Color, Piece, Role};

/// The royal square of a side without a royal piece.
pub(crate) const NO_ROYAL: u16 = u16::MAX;

/// A bitboard position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedPosition<const N: usize, const G: usize, X> {
    pub(crate) colors: [Bits<N>; 2],
    pub(crate) groups: [[Bits<N>; G]; 2],
    /// Squares on which the piece on `victim` can be captured en passant.
    pub(crate) passed: Bits<N>,
    pub(crate) victim: u16,
    pub(crate) royal: [u16; 2],
    /// Castling rights: White's from bit 0, Black's from bit 16.
    pub(crate) rights: u32,
    pub(crate) turn: u8,
    pub(crate) state: X,
    pub(super) cells: [[u8; 64]; N],
}

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    #[inline(always)]
    pub(crate) fn cell(&self, square: usize) -> u8 {
        if N == 1 {
            self.cells[0][square & 63]
        } else {
            self.cells[square >> 6][square & 63]
        }
    }

    /// The role of the piece on a square, if any.
    #[inline(always)]
    pub(crate) fn role_on(&self, square: usize) -> Option<Role> {
        usize::from(self.cell(square)).checked_sub(1).map(Role::new)
    }

    /// The piece on a square, if any.
    #[inline(always)]
    pub(crate) fn piece_on(&self, square: usize) -> Option<Piece> {
        let color = Color::ALL[usize::from(self.colors[1].has(square))];
        self.role_on(square).map(|role| Piece { color, role })
    }

    #[inline(always)]
    pub(super) fn set_cell(&mut self, square: usize, code: u8) {
        if N == 1 {
            self.cells[0][square & 63] = code;
        } else {
            self.cells[square >> 6][square & 63] = code;
        }
    }

    /// Whether pieces of a side on `among` attack `target` with the given occupancy.
    #[inline(always)]
    pub(crate) fn attacks(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let attacks = &tables.sides[side].attacks;
        attacks.meet(&self.groups[side], target, occupied, among)
    }

    /// The pieces of a side that could capture on a square with the given occupancy.
    #[inline(always)]
    pub(crate) fn attackers(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
    ) -> Bits<N> {
        let mut found = Bits::NONE;
        for (group, kernel) in &tables.sides[side].captures {
            let pieces = self.groups[side][group & (G - 1)] & *occupied;
            if pieces.any() {
                found |= kernel.targets(target, occupied) & pieces;
            }
        }
        found.without(Bits::single(target))
    }

    /// The number of pieces of some roles on the board.
    pub(crate) fn count(&self, side: usize, roles: u128) -> u32 {
        let mut count = 0;
        self.colors[side].each(|square| count += (roles << 1 >> self.cell(square) & 1) as u32);
        count
    }

    #[inline]
    pub(crate) fn put(&mut self, tables: &Tables<N>, square: usize, side: usize, role: usize) {
        self.toggle(tables, Bits::single(square), side, role);
        self.set_cell(square, role as u8 + 1);
    }

    #[inline(always)]
    pub(super) fn toggle(
        &mut self,
        tables: &Tables<N>,
        squares: Bits<N>,
        side: usize,
        role: usize,
    ) {
        self.colors[side] ^= squares;
        if looks_at_all(N, G) {
            let members = &tables.members.as_chunks::<G>().0[role];
            let groups = &mut self.groups[side];
            for group in 0..G {
                groups[group] ^= members[group] & squares;
            }
            return;
        }
        let mut groups = tables.groups[role];
        while groups != 0 {
            let group = groups.trailing_zeros() as usize;
            self.groups[side][group & (G - 1)] ^= squares;
            groups &= groups - 1;
        }
    }

    #[inline(always)]
    pub(crate) fn of_kind(&self, group: Option<usize>, side: usize) -> Bits<N> {
        match group {
            None => self.colors[side],
            Some(group) => self.groups[side][group & (G - 1)],
        }
    }

    /// The walls on the board.
    #[inline(always)]
    pub(crate) fn walls(&self, tables: &Tables<N>) -> Bits<N> {
        match self.state.variant_state() {
            Some(state) if X::HAS_SPECIAL_RULES && tables.puts_walls => state.gates,
            _ => Bits::NONE,
        }
    }
}
