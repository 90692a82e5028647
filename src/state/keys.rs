//! Numbers by which positions are told apart.
//!
//! The number of a position is that of everything in it, one exclusive or the other (Zobrist, "A new
//! hashing method with application for game playing", 1970). Numbers are computed, not drawn, so that a
//! position has the same one in every process and in every copy of its variant.

use super::piece::{Color, Piece, Role};
use crate::geometry::Square;

/// Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = number(1, 0);

/// A piece on a square.
#[inline]
pub(crate) const fn of_piece(piece: Piece, square: Square) -> u64 {
    let piece = (piece.role.index() << 1 | piece.color.index()) as u64;
    number(2, piece << 16 | square.index() as u64)
}

/// A wall on a square.
pub(crate) const fn of_wall(square: Square) -> u64 {
    number(3, square.index() as u64)
}

/// So many pieces of a kind in a hand.
#[inline]
pub(crate) const fn of_hand(color: Color, role: Role, count: u16) -> u64 {
    if count == 0 {
        return 0;
    }
    let piece = (role.index() << 1 | color.index()) as u64;
    number(4, piece << 16 | count as u64)
}

/// A castling for which nobody has moved yet.
pub(crate) const fn of_castling(king: Square, partner: Square) -> u64 {
    number(5, (king.index() as u64) << 16 | partner.index() as u64)
}

/// A square on which a capture en passant is possible.
pub(crate) const fn of_passed(square: Square) -> u64 {
    number(6, square.index() as u64)
}

/// A square of a piece that may be gated behind, or leaps once.
pub(crate) const fn of_gate(square: Square) -> u64 {
    number(7, square.index() as u64)
}

/// The checks that a side has still to give.
pub(crate) const fn of_checks(color: Color, left: u16) -> u64 {
    if left == 0 {
        return 0;
    }
    number(8, (left as u64) << 1 | color.index() as u64)
}

/// The number of a move, where rules tell the first ones apart.
pub(crate) const fn of_turn(number: u16) -> u64 {
    self::number(16, number as u64)
}

/// The kind of piece that imitators of a side imitate.
pub(crate) const fn of_imitated(color: Color, role: Role) -> u64 {
    number(9, (role.index() << 1 | color.index()) as u64)
}

/// A square of a piece with first moves that has not moved.
pub(crate) const fn of_unmoved(square: Square) -> u64 {
    number(10, square.index() as u64)
}

/// Whatever else is remembered, by a number of its own.
pub(crate) const fn of_memory(hash: u64) -> u64 {
    number(11, hash & ((1 << 56) - 1))
}

/// A position that may come back, by its number.
pub(crate) const fn of_kept(key: u64) -> u64 {
    number(12, key & ((1 << 56) - 1))
}

/// A number for each pair of a kind of thing and a thing below 2 to the 56th: the output of `SplitMix64`
/// (Steele, Lea and Flood, 2014) for that state.
#[inline]
const fn number(kind: u64, thing: u64) -> u64 {
    let mut z = (kind << 56 ^ thing).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
