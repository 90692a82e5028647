//! Position of the table engine: one bitboard for each color and group, with copy-make.

use std::fmt::Debug;

use crate::movegen::tables::lookups::{Bits, Targets, looks_at_all};
use crate::movegen::tables::rules::SLOTS;
use crate::movegen::tables::table_set::Tables;
use crate::state::{Color, LastMove, Piece, Role};

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

    /// Whether a piece on the board has one of these roles, given as bits by side.
    pub(crate) fn has_any(&self, roles: [u128; 2]) -> bool {
        let mut sides = self.colors.iter().zip(roles);
        sides.any(|(pieces, roles)| {
            roles != 0 && pieces.any_of(|at| roles << 1 >> self.cell(at) & 1 != 0)
        })
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

// State of a position in addition to its pieces: none, hands, or the state of special rules.
//
// The kind of state is a type parameter, so that variants without state do not copy or test it.

/// Pieces in hand by side and slot.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hands(pub(crate) [[u8; SLOTS]; 2]);

impl Hands {
    /// The number of pieces in a slot; 0 for a slot that does not exist.
    #[inline]
    pub(crate) fn count(&self, side: usize, slot: u8) -> u8 {
        let counts = self.0[side].get(usize::from(slot));
        counts.copied().unwrap_or(0)
    }

    /// Whether a side has any pieces in hand.
    #[inline]
    pub(crate) fn any(&self, side: usize) -> bool {
        self.0[side].iter().any(|count| *count > 0)
    }
}

/// The state of special rules.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VariantState<const N: usize> {
    pub(crate) hands: Hands,
    /// Squares of unmoved pieces with special rights; in games with walls, the walls.
    pub(crate) gates: Bits<N>,
    /// The checks that each side still has to give.
    pub(crate) checks: [u16; 2],
    /// The role that a side's imitators move as.
    pub(crate) imitated: [Option<Role>; 2],
    /// Winning castlings are not supported, so none is recorded.
    pub(crate) last: LastMove,
}

/// The state of a position in addition to its pieces.
pub(crate) trait PositionState<const N: usize>:
    Copy + Debug + Default + Send + Sync + 'static
{
    /// Whether the variant has special rules.
    const HAS_SPECIAL_RULES: bool;

    #[inline(always)]
    fn hands(&self) -> Option<&Hands> {
        self.variant_state().map(|state| &state.hands)
    }

    #[inline(always)]
    fn hands_mut(&mut self) -> Option<&mut Hands> {
        self.variant_state_mut().map(|state| &mut state.hands)
    }

    #[inline(always)]
    fn variant_state(&self) -> Option<&VariantState<N>> {
        None
    }

    #[inline(always)]
    fn variant_state_mut(&mut self) -> Option<&mut VariantState<N>> {
        None
    }
}

impl<const N: usize> PositionState<N> for () {
    const HAS_SPECIAL_RULES: bool = false;
}

impl<const N: usize> PositionState<N> for Hands {
    const HAS_SPECIAL_RULES: bool = false;

    #[inline(always)]
    fn hands(&self) -> Option<&Hands> {
        Some(self)
    }

    #[inline(always)]
    fn hands_mut(&mut self) -> Option<&mut Hands> {
        Some(self)
    }
}

impl<const N: usize> PositionState<N> for VariantState<N> {
    const HAS_SPECIAL_RULES: bool = true;

    #[inline(always)]
    fn variant_state(&self) -> Option<&VariantState<N>> {
        Some(self)
    }

    #[inline(always)]
    fn variant_state_mut(&mut self) -> Option<&mut VariantState<N>> {
        Some(self)
    }
}
