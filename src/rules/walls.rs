//! What may follow a move: a piece from the hand on the square it left, or a wall.

use crate::definition::{DropRules, RulesDef, WallRules, Walling};
use crate::geometry::{Square, SquareSet};
use crate::rules::Rulebook;
use crate::state::{Cell, Move, MoveKind, Setup};

use super::around::shifted;
use super::castling_by_files::castling_rank;
use super::drops::{drop_region, droppable};
use super::first_leaps::reach;

/// The move, and the move with each piece that may take the place it leaves.
#[inline]
pub(crate) fn with_gates(
    book: &Rulebook,
    rules: &RulesDef,
    setup: &Setup,
    mv: Move,
    moves: &mut Vec<Move>,
) {
    let gates = rules.gating.as_ref().is_some_and(|gating| gating.from_hand);
    if let (true, Some(drops)) = (gates, &rules.drops) {
        add_gates(book, rules, drops, setup, &mv, moves);
    }
    moves.push(mv);
}

/// Adds the move with each piece that may take the place it leaves.
fn add_gates(
    book: &Rulebook,
    rules: &RulesDef,
    drops: &DropRules,
    setup: &Setup,
    mv: &Move,
    moves: &mut Vec<Move>,
) {
    let us = mv.piece.color;
    let partner = mv.shifts.iter().map(|(origin, _)| *origin);
    let landing: Vec<Square> = mv.shifts.iter().map(|(_, to)| *to).collect();
    for square in [mv.from].into_iter().chain(partner) {
        if !setup.special.gates.contains(square) {
            continue;
        }
        // A castling piece may land on the gate.
        if mv.kind == MoveKind::Castle && (square == mv.to || landing.contains(&square)) {
            continue;
        }
        for number in droppable(rules, drops, setup, us) {
            if drop_region(book, drops, setup, us, number).contains(square) {
                moves.push(Move {
                    gate: Some((number.into(), square)),
                    ..mv.clone()
                });
            }
        }
    }
}

/// The move with each wall that may follow it.
pub(crate) fn with_walls(
    book: &Rulebook,
    rules: &RulesDef,
    walls: &WallRules,
    setup: &Setup,
    mv: &Move,
    moves: &mut Vec<Move>,
) {
    let shape = &book.shape;
    let us = mv.piece.color;
    if walls.instead_of_move && mv.from != mv.to {
        moves.push(mv.clone());
        return;
    }
    debug_assert!(
        rules
            .castling
            .as_ref()
            .is_none_or(|castling| castling_rank(castling, shape, us) < shape.ranks())
    );
    let region = &walls.region[us.index()];
    let free_after = |square: Square| {
        let left = square == mv.from
            || mv.shifts.iter().any(|(origin, _)| *origin == square)
            || mv.captures.contains(&square);
        let taken = square == mv.to || mv.shifts.iter().any(|(_, to)| *to == square);
        (left || book.is_free(setup, square)) && !taken
    };
    let at_edge = |square: Square| {
        let (file, rank) = (shape.file_of(square), shape.rank_of(square));
        file == 0
            || rank == 0
            || file == shape.files() - 1
            || rank == shape.ranks() - 1
            || [(0, 1), (1, 0), (0, -1), (-1, 0)]
                .into_iter()
                .filter_map(|by| shifted(shape, square, by))
                .any(|near| setup.board.get(near) == Cell::Wall)
    };
    let mut wall_on = |square: Square| {
        if region.contains(square) && free_after(square) {
            moves.push(Move {
                wall: Some(square),
                ..mv.clone()
            });
        }
    };
    match walls.rule {
        // PERF: an arrow reaches few squares of a board, and there are as many lists of them as moves.
        Walling::Arrow => {
            let targets = reach(book, setup, mv.piece, mv.to, mv.from, false);
            let targets: SquareSet = targets.into_iter().collect();
            targets.iter().for_each(wall_on);
        }
        Walling::Past => wall_on(mv.from),
        Walling::Edge => shape
            .squares()
            .filter(|square| at_edge(*square))
            .for_each(wall_on),
        Walling::Duck | Walling::Static => shape.squares().for_each(wall_on),
    }
}
