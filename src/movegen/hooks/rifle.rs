//! Capturing from afar.

use crate::geometry::{Bearing, Square};
use crate::rules::Rulebook;
use crate::state::{Cell, Move, Piece, Setup};

/// Captures of the first piece on each line by a piece that stays where it is.
pub(super) fn shots(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    for way in Bearing::ALL {
        let mut at = from;
        while let Some(next) = book.compass.next(at, way) {
            match setup.board.get(next) {
                Cell::Empty if !book.shape.vanishing().contains(next) => at = next,
                Cell::Piece(victim) if victim.color != piece.color => {
                    let mut one = Move::walk(piece, from, from);
                    one.captures.push(next);
                    moves.push(one);
                    break;
                }
                Cell::Empty | Cell::Piece(_) | Cell::Wall => break,
            }
        }
    }
}
