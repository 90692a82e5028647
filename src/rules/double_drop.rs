//! Drops on the other board: what is captured on squares is put on points, and the reverse.
//!
//! Pieces for the points wait in the pocket, pieces for the squares in the hand.

use super::rulebook::Rulebook;
use crate::definition::DoubleDrop;
use crate::state::{Cell, Color, Move, MoveKind, Piece, Setup};

/// Adds the drops of the side to move.
pub(crate) fn double_drops(
    book: &Rulebook,
    rule: &DoubleDrop,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let shape = &book.shape;
    let stocks = [
        (&setup.hands[us.index()], false),
        (&setup.special.pocket[us.index()], true),
    ];
    for (stock, points) in stocks {
        for (role, _) in stock.iter() {
            let zone = rule.zones.get(role).and_then(Option::as_ref);
            for square in shape.squares() {
                let fits = shape.is_point(square) == points
                    && setup.board.get(square) == Cell::Empty
                    && zone.is_none_or(|zone| zone.contains(square, us.perspective()));
                if fits {
                    let piece = Piece { color: us, role };
                    moves.push(Move {
                        kind: MoveKind::Drop,
                        ..Move::walk(piece, square, square)
                    });
                }
            }
        }
    }
}

/// Moves pieces in and out of hands and pockets, as a move has made it.
pub(crate) fn settle_stocks(book: &Rulebook, before: &Setup, mv: &Move, after: &mut Setup) {
    let us = mv.piece.color;
    after.hands.clone_from(&before.hands);
    if mv.kind == MoveKind::Drop {
        if book.shape.is_point(mv.to) {
            after.special.pocket[us.index()].take(mv.piece.role);
        } else {
            after.hands[us.index()].take(mv.piece.role);
        }
    }
    for square in &mv.captures {
        let Some(victim) = before.board.piece(*square) else {
            continue;
        };
        if victim.color == us || book.role(victim.role).king {
            continue;
        }
        let captor: Color = us;
        if book.shape.is_point(*square) {
            after.hands[captor.index()].add(victim.role);
        } else {
            after.special.pocket[captor.index()].add(victim.role);
        }
    }
}
