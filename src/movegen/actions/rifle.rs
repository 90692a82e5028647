//! Rifle captures: captures from a distance without moving.

use crate::geometry::{Bearing, Square};
use crate::rules::{CompiledRules, ReachTable};
use crate::state::{Cell, Move, Piece, Role, Setup};

use super::burst::within;

/// Whether no piece blocks the line to the target.
pub(in crate::movegen) fn hits(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    target: Square,
) -> bool {
    let way = rules.compass.bearing(from, target);
    let mut ray = way.into_iter().flat_map(|way| rules.compass.ray(from, way));
    let is_stopped = |square: &Square| {
        setup.board.get(*square) != Cell::Empty || rules.shape.vanishing().contains(*square)
    };
    ray.find(is_stopped) == Some(target)
}

/// Adds rifle captures of the first piece on each line, or of those within another reach.
pub(in crate::movegen) fn shots(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    (reach, role): (&ReachTable, Role),
    moves: &mut Vec<Move>,
) {
    if !matches!(reach, ReachTable::Lines) {
        for at in within(rules, setup, reach, from, Piece { role, ..piece }) {
            let victim = setup.board.piece(at);
            if victim.is_some_and(|victim| victim.color != piece.color) {
                let mut mv = Move::walk(piece, from, from);
                mv.captures.push(at);
                moves.push(mv);
            }
        }
        return;
    }
    for way in Bearing::ALL {
        let mut at = from;
        while let Some(next) = rules.compass.next(at, way) {
            match setup.board.get(next) {
                Cell::Empty if !rules.shape.vanishing().contains(next) => at = next,
                Cell::Piece(victim) if victim.color != piece.color => {
                    let mut mv = Move::walk(piece, from, from);
                    mv.captures.push(next);
                    moves.push(mv);
                    break;
                }
                Cell::Empty | Cell::Piece(_) | Cell::Wall => break,
            }
        }
    }
}
