//! Pieces that leave the board of their own accord, alone or with others.

use smallvec::SmallVec;

use crate::geometry::Square;
use crate::rules::{CompiledRules, ReachTable};
use crate::state::{Move, Piece, Setup};

/// The move of a piece that leaves the board where it stands.
pub(in crate::movegen) fn vanish(piece: Piece, square: Square) -> Move {
    let mut mv = Move::walk(piece, square, square);
    mv.captures.push(square);
    mv
}

/// The squares within reach, those around in their order.
pub(in crate::movegen) fn within(
    book: &CompiledRules,
    setup: &Setup,
    reach: &ReachTable,
    from: Square,
    piece: Piece,
) -> SmallVec<[Square; 8]> {
    if reach.is_around() {
        book.compass.neighbors(from).collect()
    } else {
        book.within(reach, setup, from, piece).iter().collect()
    }
}

/// Leaving together with one of the opposing pieces on some squares that are meant.
pub(in crate::movegen) fn booms(
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    meant: impl Fn(Square, Piece) -> bool,
    moves: &mut Vec<Move>,
) {
    for near in squares.iter().copied() {
        let victim = setup.board.piece(near);
        if victim.is_some_and(|victim| victim.color != piece.color && meant(near, victim)) {
            let mut mv = vanish(piece, from);
            mv.captures.push(near);
            mv.captures.sort_unstable();
            moves.push(mv);
        }
    }
}

/// Leaving together with everything on some squares, unless a royal piece of the same side is there.
pub(in crate::movegen) fn explode(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    let mut mv = vanish(piece, from);
    for near in squares.iter().copied() {
        if let Some(victim) = setup.board.piece(near) {
            if victim.color == piece.color && book.role(victim.role).king {
                return;
            }
            mv.captures.push(near);
        }
    }
    mv.captures.sort_unstable();
    moves.push(mv);
}
