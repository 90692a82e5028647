//! The legal moves of a game that goes on: pseudo-legal moves filtered by all rules.

use super::after_move::{moved, played};
use super::attacks::gives_check;
use super::custom;
use super::duties::{drop_moves_not_made_in_check, perform_duties};
use super::move_context::MoveContext;
use super::pseudo_legal::pseudo_legal;
use super::safety::is_safe_in;
use super::walled::{Unwalled, without_walls};
use crate::definition::ChecksAllowed;
use crate::rules::Phases;
use crate::source::budget::spend;
use crate::state::Move;

/// The legal moves if the game has not ended.
pub(super) fn legal(scene: &MoveContext<'_>) -> Vec<Move> {
    let (book, setup) = (scene.book, scene.setup);
    let mut moves = pseudo_legal(scene);
    let bare = without_walls(book, setup);
    let mut unwalled = bare.as_ref().map(|bare| Unwalled::new(book, bare));
    moves.retain(|mv| {
        if spend(Move::WORK).is_err() {
            return false;
        }
        let is_safe = |unwalled: &mut Unwalled<'_>| unwalled.is_safe(mv);
        let is_safe = unwalled.as_mut().is_some_and(is_safe);
        debug_assert!(!is_safe || may_be_made(scene, mv));
        is_allowed(scene, mv, is_safe)
    });
    perform_duties(scene, &mut moves);
    if book.asks_beside_moves() {
        drop_moves_not_made_in_check(book, setup, &mut moves);
    }
    if book.rules_speak_in(Phases::DUTY) || book.takes_back() {
        custom::perform_duties(book, setup, &mut moves);
        moves.extend(custom::take_back(book, setup));
    }
    moves
}

/// Whether [`legal`] finds a move.
pub(super) fn is_any_left(scene: &MoveContext<'_>) -> bool {
    // Duties leave at least one move, but it may be illegal in check.
    if scene.book.asks_beside_moves() || scene.book.takes_back() {
        return !legal(scene).is_empty();
    }
    let moves = pseudo_legal(scene);
    moves.iter().any(|mv| is_allowed(scene, mv, false))
}

/// Whether a pseudo-legal move is legal before duties; `is_safe` skips the safety test.
fn is_allowed(scene: &MoveContext<'_>, mv: &Move, is_safe: bool) -> bool {
    let (book, setup) = (scene.book, scene.setup);
    let is_judged = book.check || book.has_move_rules();
    (!is_judged || is_safe || may_be_made(scene, mv) || custom::is_excused(book, setup, mv))
        && !(book.rules_speak_in(Phases::FORBID) && custom::is_forbidden(book, setup, mv))
}

/// Whether a pseudo-legal move is legal before duties and custom rules.
pub(super) fn may_be_made(scene: &MoveContext<'_>, mv: &Move) -> bool {
    is_safe_in(scene, mv) && !checks_without_mate(scene, mv)
}

/// Whether the move gives a check that does not mate, where only mating checks are allowed.
///
/// It mates if the other side is to move without legal moves; other ends of the game are no mate. Replies
/// that give check are illegal here even if they mate, which avoids recursion.
fn checks_without_mate(scene: &MoveContext<'_>, mv: &Move) -> bool {
    let (book, setup, us) = (scene.book, scene.setup, scene.us);
    if book.checks().allowed[us.index()] != ChecksAllowed::Mates || scene.no_mates {
        return false;
    }
    let checks = gives_check(book, &moved(book, setup, mv, scene.facing), us);
    checks && {
        let after = played(book, setup, mv);
        after.turn == us || !legal(&MoveContext::without_mates(book, &after)).is_empty()
    }
}
