//! Legal moves by making each pseudo-legal move and looking whether anything royal is left attacked.
//!
//! This is the slow judge of every faster way. Every rule of a variant is asked here, whichever
//! others it has: first whether the game is over, then what may be played, then what of it is safe,
//! and at last which of the safe moves a duty leaves.

use super::custom::{self, ended_by_rule};
use super::duties::{perform_duties, permitted};
use super::offer::pseudo_legal;
use super::over::over;
use super::safety::is_safe_in;
use super::scene::Scene;
use crate::rules::{Rulebook, fills_palace};
use crate::state::{Move, Setup};

/// All legal moves; none once the game has ended by a rule of the board.
pub(crate) fn legal_moves(book: &Rulebook, setup: &Setup) -> Vec<Move> {
    if over(book, setup).is_some() || ended_by_rule(book, setup).is_some() {
        return Vec::new();
    }
    let scene = Scene::new(book, setup);
    let mut moves = pseudo_legal(&scene);
    if book.check || book.has_move_rules() {
        moves.retain(|mv| {
            is_safe_in(&scene, mv)
                || wins_at_once(book, setup, mv)
                || custom::is_excused(book, setup, mv)
        });
    }
    if !book.custom().is_empty() {
        moves.retain(|mv| !custom::is_forbidden(book, setup, mv));
    }
    perform_duties(&scene, &mut moves);
    if let Some(hooks) = book.hooks() {
        moves = permitted(book, hooks, setup, moves);
    }
    if !book.custom().is_empty() {
        custom::perform_duties(book, setup, &mut moves);
    }
    moves
}

/// Whether the move ends the game with a victory that comes before any check.
pub(super) fn wins_at_once(book: &Rulebook, setup: &Setup, mv: &Move) -> bool {
    book.hooks()
        .is_some_and(|hooks| fills_palace(hooks, setup, mv))
}
