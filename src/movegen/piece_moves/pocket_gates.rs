//! Moves that put a piece from the pocket on the square that they leave.

use crate::definition::PocketRule;
use crate::rules::gates;
use crate::state::{Move, Setup};

/// Adds to the moves from `first` on the same moves with each piece that may take their place.
pub(in crate::movegen) fn with_pocket_gates(
    rule: &PocketRule,
    setup: &Setup,
    first: usize,
    moves: &mut Vec<Move>,
) {
    for index in first..moves.len() {
        let (from, to, piece) = (moves[index].from, moves[index].to, moves[index].piece);
        if from == to {
            continue;
        }
        for role in gates(rule, setup, from, piece) {
            moves.push(Move {
                gate: Some((role, from)),
                ..moves[index].clone()
            });
        }
    }
}
