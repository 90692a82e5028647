//! What the capture methods of pieces add to their moves.

use crate::rules::{Captor, Rulebook};
use crate::state::{Move, MoveKind, Piece, Setup};

/// Adds the victims that the capture methods of the pieces that move find. Mostly that is `piece`;
/// it may make another one move.
pub(in crate::movegen) fn add_victims(
    book: &Rulebook,
    setup: &Setup,
    piece: Piece,
    moves: &mut [Move],
) {
    let mut captor = Captor::new(book, setup, piece);
    for one in moves {
        if one.kind != MoveKind::Walk || one.from == one.to {
            continue;
        }
        if one.piece != captor.piece() {
            captor = Captor::new(book, setup, one.piece);
        }
        let converts = book.role(one.piece.role).powers.converts;
        let mut new = captor.victims(one);
        // A partner that has come to the square the mover left is none.
        new.retain(|victim| *victim != one.from && !one.captures.contains(victim));
        if converts {
            one.converts.extend(new);
        } else if !new.is_empty() {
            one.captures.extend(new);
            one.captures.sort_unstable();
        }
    }
}
