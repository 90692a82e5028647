//! Encoded moves: moves as 32-bit numbers.

use crate::movegen::tables::table_set::Tables;

/// Kinds of encoded moves.
pub(crate) mod kind {
    pub(crate) const PLAIN: u32 = 0;
    pub(crate) const EN_PASSANT: u32 = 1;
    pub(crate) const CASTLE: u32 = 2;
    pub(crate) const PROMOTE: u32 = 3;
    pub(crate) const PROMOTE_FROM_HAND: u32 = 4;
    pub(crate) const MARKING: u32 = 5;
    /// From a hand slot, stored as the origin, as a role.
    pub(crate) const DROP: u32 = 6;
    /// An en passant capture with a promotion to a piece from the hand.
    pub(crate) const EN_PASSANT_FROM_HAND: u32 = 7;
    /// A pass: origin and target are equal.
    pub(crate) const PASS: u32 = 8;
}

/// An encoded move of 32 bits: 8 for the origin, 8 for the target, 4 for the kind, 7 for a role or castling
/// index, and 5 for the slot of a gating piece plus one. In games with walls the upper 8 bits are the square
/// of the wall, and 4 bits remain for a role or index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EncodedMove(u32);

impl EncodedMove {
    #[inline(always)]
    pub(crate) fn new(from: usize, to: usize, kind: u32, extra: usize) -> EncodedMove {
        EncodedMove(from as u32 | (to as u32) << 8 | kind << 16 | (extra as u32) << 20)
    }

    /// The encoded move as an integer.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// The encoded move with this integer.
    #[inline(always)]
    pub(crate) fn of_bits(bits: u32) -> EncodedMove {
        EncodedMove(bits)
    }

    #[inline(always)]
    pub(crate) fn from(self) -> usize {
        (self.0 & 0xff) as usize
    }

    #[inline(always)]
    pub(crate) fn to(self) -> usize {
        (self.0 >> 8 & 0xff) as usize
    }

    #[inline(always)]
    pub(crate) fn kind(self) -> u32 {
        self.0 >> 16 & 0xf
    }

    #[inline(always)]
    pub(crate) fn extra(self) -> usize {
        (self.0 >> 20 & 0x7f) as usize
    }

    /// The slot of the gating piece.
    #[inline(always)]
    pub(crate) fn gate(self) -> Option<usize> {
        (self.0 >> 27).checked_sub(1).map(|slot| slot as usize)
    }

    /// Adds a gating piece from a slot below 31.
    #[inline(always)]
    pub(crate) fn with_gate(self, slot: u8) -> EncodedMove {
        EncodedMove(self.0 | (slot as u32 + 1) << 27)
    }

    /// Adds a wall to the move, whose other extra number must be below 16.
    pub(crate) fn with_wall(self, square: usize) -> EncodedMove {
        EncodedMove::of_bits(self.bits() & 0x00ff_ffff | (square as u32) << 24)
    }

    /// Splits off the wall, if the game has walls.
    #[inline]
    pub(crate) fn split_wall<const N: usize>(
        self,
        tables: &Tables<N>,
    ) -> (EncodedMove, Option<usize>) {
        if !tables.puts_walls {
            return (self, None);
        }
        let wall = self.bits() >> 24;
        (
            EncodedMove::of_bits(self.bits() & 0x00ff_ffff),
            Some(wall as usize),
        )
    }
}
