//! Long leaps: over single opposing pieces in a straight line, capturing each.

use smallvec::SmallVec;

use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::rules::hooks::offset;
use crate::rules::special::AROUND;
use crate::state::{Cell, Move, Piece, Setup};

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
    single: bool,
    moves: &mut Vec<Move>,
) {
    leaps_over(book, setup, from, piece, single, |_| true, moves);
}

/// [`long_leaps`] over the victims that are meant.
pub(super) fn leaps_over(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    single: bool,
    meant: impl Fn(Piece) -> bool,
    moves: &mut Vec<Move>,
) {
    let shape = &book.shape;
    for (dx, dy) in AROUND {
        let mut taken: SmallVec<[Square; 2]> = SmallVec::new();
        let mut at = from;
        while let Some(next) = offset(shape, at, dx, dy) {
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
                    if single {
                        break;
                    }
                }
                Cell::Piece(victim) if victim.color != piece.color && meant(victim) => {
                    // The square behind it must be empty, so two in a row stop the leaper.
                    let Some(behind) = offset(shape, next, dx, dy) else {
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
