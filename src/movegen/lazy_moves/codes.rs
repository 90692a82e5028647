//! Move codes: 32-bit hashes that identify moves in the search.

use std::hash::{Hash, Hasher};

use crate::geometry::Square;
use crate::state::{Move, MoveKind, Piece};

/// The code of a move, equal in all positions.
pub(super) fn code(mv: &Move) -> u32 {
    let Move {
        kind,
        from,
        to,
        piece,
        promotion,
        from_hand,
        captures,
        converts,
        shifts,
        marks,
        gate,
        wall,
        effects,
    } = mv;
    let mut key = squares_code(*piece, *from, *to);
    for square in captures {
        // Without mixing first, the victim could cancel the target.
        key = mixed(key) ^ (square.index() as u64 + 1);
    }
    let is_more = *kind != MoveKind::Normal
        || promotion.is_some()
        || !(converts.is_empty() && shifts.is_empty() && marks.is_empty() && effects.is_empty())
        || gate.is_some()
        || wall.is_some();
    if is_more {
        let mut hasher = Mixer(0);
        (kind, promotion, from_hand, converts, shifts).hash(&mut hasher);
        (marks, gate, wall, effects).hash(&mut hasher);
        key = mixed(key) ^ hasher.finish();
    }
    short(key)
}

/// The code of a plain walk.
#[inline]
pub(super) fn plain_code(piece: Piece, from: Square, to: Square) -> u32 {
    short(squares_code(piece, from, to))
}

#[inline]
fn squares_code(piece: Piece, from: Square, to: Square) -> u64 {
    let piece = (piece.role.index() << 1 | piece.color.index()) as u64;
    (piece << 16 | from.index() as u64) << 16 | to.index() as u64
}

#[inline]
fn short(key: u64) -> u32 {
    let key = mixed(key);
    // Code 0 means no move.
    (key ^ key >> 32) as u32 | 1
}

/// A mixing step: each bit of the result depends on most bits of the argument.
#[inline]
const fn mixed(key: u64) -> u64 {
    let key = (key ^ key >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key ^ key >> 29
}

/// A hasher that mixes its input word by word.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(self.0.wrapping_add(0x517c_c1b7_2722_0a95)) ^ number;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
