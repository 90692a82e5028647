//! Resurrection: a move that leaves a piece from the hand on the vacated square.

use crate::geometry::Square;
use crate::rules::CompiledRules;
use crate::state::{Cell, Move, MoveKind, Piece, Setup};

/// Adds moves to empty squares, one for each kind of piece in hand that is placed on the vacated square.
pub(in crate::movegen) fn resurrections(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    for to in squares.iter().copied() {
        if setup.board.get(to) != Cell::Empty
            || !rules.shape.exists(to)
            || rules.shape.vanishing().contains(to)
        {
            continue;
        }
        for (role, _) in setup.hands[piece.color.index()].iter() {
            moves.push(Move {
                kind: MoveKind::Resurrect,
                gate: Some((role, from)),
                ..Move::walk(piece, from, to)
            });
        }
    }
}
