//! The number of a position, from scratch: the judge of those that moves keep.

use std::hash::{Hash, Hasher};

use super::legality::legal_moves;
use crate::geometry::{Square, SquareSet};
use crate::rules::{Rulebook, castling_pairs, first_moves, unmoved_castlers};
use crate::state::{Cell, Color, LastMove, Role, RuleStates, Setup, SpecialState, keys};

/// The number of a position. It leaves clocks and counts of moves out, and squares on which nobody
/// can capture en passant.
pub(crate) fn key(book: &Rulebook, setup: &Setup) -> u64 {
    let mut key = 0;
    for square in book.shape.squares() {
        key ^= match setup.board.get(square) {
            Cell::Empty => 0,
            Cell::Wall => keys::of_wall(square),
            Cell::Piece(piece) => keys::of_piece(piece, square),
        };
    }
    if setup.turn == Color::Black {
        key ^= keys::BLACK_TO_MOVE;
    }
    for color in Color::ALL {
        for (role, count) in setup.hands[color.index()].iter() {
            key ^= keys::of_hand(color, role, count);
        }
    }
    for (king, partner) in castling_pairs(book, setup) {
        key ^= keys::of_castling(king, partner);
    }
    for square in capturable_en_passant(book, setup) {
        key ^= keys::of_passed(square);
    }
    let unmoved = first_moves(book, setup).union(&unmoved_castlers(book, setup));
    for square in &unmoved {
        key ^= keys::of_unmoved(square);
    }
    if let Some(kept) = &setup.special.kept {
        key ^= keys::of_kept(self::key(book, kept));
    }
    key ^ of_special(&setup.special)
}

/// What few variants remember, castlings apart.
fn of_special(special: &SpecialState) -> u64 {
    let SpecialState {
        castles: _,
        gates,
        checks,
        count: _,
        last,
        imitated,
        // These are in the last part.
        custom: _,
        kept: _,
    } = special;
    let mut key = 0;
    for square in gates {
        key ^= keys::of_gate(square);
    }
    for color in Color::ALL {
        key ^= keys::of_checks(color, checks[color.index()]);
        let imitated: Option<Role> = imitated[color.index()];
        key ^= imitated.map_or(0, |role| keys::of_imitated(color, role));
    }
    key ^ of_memory(special, *last)
}

/// What of that has no number of its own, with the latest move given apart.
pub(super) fn of_memory(special: &SpecialState, last: Option<LastMove>) -> u64 {
    let SpecialState { custom, .. } = special;
    let is_blank = last.is_none() && *custom == RuleStates::default();
    if is_blank {
        return 0;
    }
    let mut hasher = KeyHasher::default();
    (last, custom).hash(&mut hasher);
    keys::of_memory(hasher.0)
}

/// A hasher that is the same in every process (Fowler, Noll and Vo's, 64 bits).
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.0 ^= self.0 >> 32;
    }
}

/// En passant squares that a legal move makes use of, in ascending order.
pub(crate) fn capturable_en_passant(book: &Rulebook, setup: &Setup) -> Vec<Square> {
    if setup.en_passant.is_empty() {
        return Vec::new();
    }
    let moves = legal_moves(book, setup);
    let used = setup.en_passant.iter().filter(|mark| {
        moves.iter().any(|mv| {
            mv.captures.contains(&mark.victim)
                && mv.to != mark.victim
                && setup.board.piece(mark.target).is_none()
        })
    });
    let used: SquareSet = used.map(|mark| mark.target).collect();
    used.iter().collect()
}
