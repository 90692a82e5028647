//! Placing pieces before the first move.

use crate::definition::RulesDef;
use crate::rules::{Rulebook, places, placing};
use crate::state::{Move, MoveKind, Piece, Setup};

/// Adds all ways to place a piece; whether pieces are being placed at all.
pub(crate) fn place(
    book: &Rulebook,
    hooks: &RulesDef,
    setup: &Setup,
    moves: &mut Vec<Move>,
) -> bool {
    let Some(rule) = placing(hooks, setup) else {
        return false;
    };
    let us = setup.turn;
    let hand = &setup.hands[us.index()];
    let owes_king = rule.common && hand.iter().any(|(role, _)| book.role(role).king);
    for square in &places(rule, setup, us) {
        for (role, _) in hand.iter() {
            if owes_king && !book.role(role).king {
                continue;
            }
            let piece = Piece { color: us, role };
            moves.push(Move {
                kind: MoveKind::Drop,
                ..Move::walk(piece, square, square)
            });
        }
    }
    true
}
