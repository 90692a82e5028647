//! Booms and explosions: pieces that remove themselves from the board, alone or with others.

use smallvec::SmallVec;

use crate::geometry::Square;
use crate::rules::{CompiledRules, ReachTable};
use crate::state::{Move, Piece, Setup};

/// The move of a piece that removes itself.
pub(in crate::movegen) fn vanish(piece: Piece, square: Square) -> Move {
    let mut mv = Move::walk(piece, square, square);
    mv.captures.push(square);
    mv
}

/// The squares within reach; adjacent ones in the order of their directions.
pub(in crate::movegen) fn within(
    rules: &CompiledRules,
    setup: &Setup,
    reach: &ReachTable,
    from: Square,
    piece: Piece,
) -> SmallVec<[Square; 8]> {
    if reach.is_around() {
        rules.compass.neighbors(from).collect()
    } else {
        rules.within(reach, setup, from, piece).iter().collect()
    }
}

/// Booms: a piece removes itself together with one enemy piece that `meant` accepts.
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

/// Explosions: a piece removes itself together with everything on some squares, unless an own royal piece is
/// among them.
pub(in crate::movegen) fn explode(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    let mut mv = vanish(piece, from);
    for near in squares.iter().copied() {
        if let Some(victim) = setup.board.piece(near) {
            if victim.color == piece.color && rules.role(victim.role).king {
                return;
            }
            mv.captures.push(near);
        }
    }
    mv.captures.sort_unstable();
    moves.push(mv);
}
