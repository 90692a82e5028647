//! What the capture methods of pieces add to their moves.

use crate::rules::{Captor, CompiledRules, Victims, is_burned, is_protected};
use crate::source::budget::spend;
use crate::state::{Move, MoveKind, Piece, Setup};

/// How many steps of the budget it costs to look for the victims of a move.
const VICTIMS: u64 = 128;

/// Adds the victims that the capture methods of the pieces that move find. Mostly that is `piece`;
/// it may make another one move.
pub(in crate::movegen) fn add_victims(
    book: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    moves: &mut [Move],
) {
    let mut captor = Captor::new(book, setup, piece);
    for mv in moves {
        if mv.kind != MoveKind::Normal || mv.from == mv.to {
            continue;
        }
        if spend(VICTIMS).is_err() {
            return;
        }
        if mv.piece != captor.piece() {
            captor = Captor::new(book, setup, mv.piece);
        }
        let captures = &book.role(mv.piece.role).captures;
        let arrived = Piece {
            role: mv.role_after(),
            ..mv.piece
        };
        if captures.unless_burned && is_burned(book, setup, mv, arrived) {
            continue;
        }
        take(mv, captor.victims(mv), captures.convert);
    }
}

/// Adds the victims that the piece to which a move promotes finds by its capture methods, if these work
/// by such a move. Whether the move may be made: it may not capture what is protected.
pub(in crate::movegen) fn add_victims_of_promoted(
    book: &CompiledRules,
    setup: &Setup,
    mv: &mut Move,
) -> bool {
    let Some(role) = mv.promotion.filter(|_| book.captures_on_promotion) else {
        return true;
    };
    let captures = &book.role(role).captures;
    let arrived = Piece { role, ..mv.piece };
    let is_spared = captures.unless_burned && is_burned(book, setup, mv, arrived);
    if !captures.on_promotion || is_spared {
        return true;
    }
    let victims = Captor::new(book, setup, arrived).victims(mv);
    let side = arrived.color.opponent();
    let is_free = !(victims.iter()).any(|victim| is_protected(book, setup, *victim, side));
    take(mv, victims, captures.convert);
    is_free
}

/// Makes a move capture or convert victims beside those that it has.
fn take(mv: &mut Move, victims: Victims, converts: bool) {
    if victims.is_empty() {
        return;
    }
    let mut new = victims;
    // A partner that has come to the square the mover left is none.
    new.retain(|victim| *victim != mv.from && !mv.captures.contains(victim));
    if converts {
        mv.converts.extend(new);
    } else if !new.is_empty() {
        mv.captures.extend(new);
        mv.captures.sort_unstable();
    }
}
