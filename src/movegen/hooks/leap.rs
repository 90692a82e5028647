//! Long leaps: over single opposing pieces in a straight line, capturing each.

use smallvec::SmallVec;

use crate::definition::Action;
use crate::geometry::{Bearing, Square};
use crate::rules::Rulebook;
use crate::state::{Cell, Move, Piece, Setup};

/// How a piece leaps.
pub(super) struct Leap<F> {
    /// At most one victim, and the leaper rests directly behind it.
    pub(super) single: bool,
    /// Whether it leaps over this opposing piece.
    pub(super) meant: F,
}

/// The leaps of a piece in the eight directions.
///
/// It goes over any number of empty squares, then over an opposing piece to the empty square
/// behind it, and on from there in the same way. After the first victim it may rest on any empty
/// square that it comes to.
pub(super) fn long_leaps(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    leap: &Leap<impl Fn(Piece) -> bool>,
    moves: &mut Vec<Move>,
) {
    let shape = &book.shape;
    for way in Bearing::ALL {
        let mut taken: SmallVec<[Square; 2]> = SmallVec::new();
        let mut at = from;
        while let Some(next) = book.compass.next(at, way) {
            match setup.board.get(next) {
                Cell::Empty if shape.vanishing().contains(next) => break,
                Cell::Empty => {
                    at = next;
                    if taken.is_empty() {
                        continue;
                    }
                    let mut one = Move::walk(piece, from, at);
                    one.captures.clone_from(&taken);
                    one.captures.sort_unstable();
                    moves.push(one);
                    if leap.single {
                        break;
                    }
                }
                Cell::Piece(victim) if victim.color != piece.color && (leap.meant)(victim) => {
                    // The square behind it must be empty, so two in a row stop the leaper.
                    let Some(behind) = book.compass.next(next, way) else {
                        break;
                    };
                    let free = setup.board.get(behind) == Cell::Empty
                        && !shape.vanishing().contains(behind);
                    if !free {
                        break;
                    }
                    taken.push(next);
                    at = next;
                }
                Cell::Piece(_) | Cell::Wall => break,
            }
        }
    }
}

/// How a piece leaps of its own accord, if it does: whether over single pieces only.
pub(super) fn leaps_singly(book: &Rulebook, piece: Piece) -> Option<bool> {
    let mut actions = book.role(piece.role).powers.actions.iter();
    actions.find_map(|action| match action {
        Action::LongLeap { single } => Some(*single),
        _ => None,
    })
}
