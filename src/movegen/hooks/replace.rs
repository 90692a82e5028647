//! Acts that put another unmoved piece on the square that a piece leaves with its first move.

use crate::definition::Replacement;
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Move, MoveKind, Piece, Setup};

use crate::movegen::legality::in_check;

/// Adds to the moves of a side those that bring a second piece along.
pub(super) fn replacements(
    book: &Rulebook,
    rule: Replacement,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let unmoved: Vec<(Square, Piece)> = setup
        .board
        .pieces()
        .filter(|(square, piece)| piece.color == us && setup.unmoved.contains(*square))
        .collect();
    let with = |piece: Piece| rule.with.contains(piece.role.index());
    if !unmoved.iter().any(|(_, piece)| with(*piece)) || in_check(book, setup) {
        return;
    }
    for index in 0..moves.len() {
        let one = &moves[index];
        let first = one.kind == MoveKind::Walk
            && one.from != one.to
            && one.mover_stays()
            && one.shifts.is_empty()
            && setup.unmoved.contains(one.from);
        if !first {
            continue;
        }
        for (square, piece) in &unmoved {
            let one = &moves[index];
            if *square != one.from && (with(*piece) || with(one.piece)) {
                let mut act = one.clone();
                act.shifts.push((*square, one.from));
                moves.push(act);
            }
        }
    }
}
