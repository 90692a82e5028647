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
    for mv in moves {
        if mv.kind != MoveKind::Walk || mv.from == mv.to {
            continue;
        }
        if mv.piece != captor.piece() {
            captor = Captor::new(book, setup, mv.piece);
        }
        let converts = book.role(mv.piece.role).powers.converts;
        let mut new = captor.victims(mv);
        // A partner that has come to the square the mover left is none.
        new.retain(|victim| *victim != mv.from && !mv.captures.contains(victim));
        if converts {
            mv.converts.extend(new);
        } else if !new.is_empty() {
            mv.captures.extend(new);
            mv.captures.sort_unstable();
        }
    }
}
