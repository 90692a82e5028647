//! Pieces that leave the board of their own accord, alone or with others.

use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Move, Piece, Setup};

/// The move of a piece that leaves the board where it stands.
pub(super) fn vanish(piece: Piece, square: Square) -> Move {
    let mut one = Move::walk(piece, square, square);
    one.captures.push(square);
    one
}

/// Leaving together with one of the opposing pieces around that are meant.
pub(super) fn booms(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    meant: impl Fn(Piece) -> bool,
    moves: &mut Vec<Move>,
) {
    for near in book.compass.neighbors(from) {
        let victim = setup.board.piece(near);
        if victim.is_some_and(|victim| victim.color != piece.color && meant(victim)) {
            let mut one = vanish(piece, from);
            one.captures.push(near);
            one.captures.sort_unstable();
            moves.push(one);
        }
    }
}

/// Leaving together with everything around, unless a royal piece of the same side is there.
pub(super) fn explode(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let mut one = vanish(piece, from);
    for near in book.compass.neighbors(from) {
        if let Some(victim) = setup.board.piece(near) {
            if victim.color == piece.color && book.role(victim.role).king {
                return;
            }
            one.captures.push(near);
        }
    }
    one.captures.sort_unstable();
    moves.push(one);
}
