//! Encoded moves: moves as 32-bit numbers, and their effects.

use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::table_set::Tables;

use super::castlings::Root;
use super::packed_position::{PackedPosition, PositionState};

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

    /// The new role of a promotion, also by an en passant capture.
    #[inline]
    pub(crate) fn promotion(self) -> Option<usize> {
        match self.kind() {
            kind::PROMOTE | kind::PROMOTE_FROM_HAND => Some(self.extra()),
            kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => self.extra().checked_sub(1),
            _ => None,
        }
    }

    /// Whether the promoted piece comes from the hand.
    #[inline]
    pub(crate) fn is_from_hand(self) -> bool {
        matches!(
            self.kind(),
            kind::PROMOTE_FROM_HAND | kind::EN_PASSANT_FROM_HAND
        )
    }

    /// Whether the move is an en passant capture.
    #[inline]
    pub(crate) fn is_en_passant(self) -> bool {
        matches!(self.kind(), kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND)
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
        EncodedMove(self.0 & 0x00ff_ffff | (square as u32) << 24)
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
        let wall = self.0 >> 24;
        (EncodedMove(self.0 & 0x00ff_ffff), Some(wall as usize))
    }
}

// Effects of moves: castling and en passant.

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
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
