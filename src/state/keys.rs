//! Zobrist hashing: the keys of the features of a position.
//!
//! The hash of a position is the exclusive or of the keys of its features (Zobrist, "A new hashing
//! method with application for game playing", 1970). Keys are computed instead of random, so that a
//! position has the same hash in every process and every copy of its variant.

use crate::geometry::Square;

use super::board::{Color, Piece, Role};

/// The key of Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = number(1, 0);

/// The key of a piece on a square.
#[inline]
pub(crate) const fn of_piece(piece: Piece, square: Square) -> u64 {
    let piece = (piece.role.index() << 1 | piece.color.index()) as u64;
    number(2, piece << 16 | square.index() as u64)
}

/// The key of a wall on a square.
pub(crate) const fn of_wall(square: Square) -> u64 {
    number(3, square.index() as u64)
}

/// The key of a number of pieces of a kind in hand.
#[inline]
pub(crate) const fn of_hand(color: Color, role: Role, count: u16) -> u64 {
    if count == 0 {
        return 0;
    }
    let piece = (role.index() << 1 | color.index()) as u64;
    number(4, piece << 16 | count as u64)
}

/// The key of a castling whose pieces are unmoved.
pub(crate) const fn of_castling(king: Square, partner: Square) -> u64 {
    number(5, (king.index() as u64) << 16 | partner.index() as u64)
}

/// The key of an en passant square.
pub(crate) const fn of_passed(square: Square) -> u64 {
    number(6, square.index() as u64)
}

/// The key of the square of an unmoved piece that may gate or leap.
pub(crate) const fn of_gate(square: Square) -> u64 {
    number(7, square.index() as u64)
}

/// The key of the checks that a side has still to give.
pub(crate) const fn of_checks(color: Color, left: u16) -> u64 {
    if left == 0 {
        return 0;
    }
    number(8, (left as u64) << 1 | color.index() as u64)
}

/// The key of a move number, if rules distinguish the first ones.
pub(crate) const fn of_turn(number: u16) -> u64 {
    self::number(16, number as u64)
}

/// The key of the kind that imitators of a side imitate.
pub(crate) const fn of_imitated(color: Color, role: Role) -> u64 {
    number(9, (role.index() << 1 | color.index()) as u64)
}

/// The key of the square of an unmoved piece with first moves.
pub(crate) const fn of_unmoved(square: Square) -> u64 {
    number(10, square.index() as u64)
}

/// The key of any other state, by its own hash.
pub(crate) const fn of_memory(hash: u64) -> u64 {
    number(11, hash & ((1 << 56) - 1))
}

/// The key of the kept position, by its hash.
pub(crate) const fn of_kept(key: u64) -> u64 {
    number(12, key & ((1 << 56) - 1))
}

/// The key of a feature, given its kind and a number below 2^56: the output of `SplitMix64`
/// (Steele, Lea and Flood, 2014) for that state.
#[inline]
const fn number(kind: u64, thing: u64) -> u64 {
    let mut z = (kind << 56 ^ thing).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
