//! Whether a game has ended by a rule of the board.

use super::attacks::attacked;
use super::judged::judged;
use super::scene::Scene;
use crate::definition::{Reason, Verdict};
use crate::geometry::Square;
use crate::rules::{Rulebook, ended_at_home, facing, is_over};
use crate::state::{Color, Setup};

/// How the game has ended by a rule of the board, for the side to move.
pub(crate) fn over(book: &Rulebook, setup: &Setup) -> Option<(Verdict, Reason)> {
    if book.set_up_by(setup).is_some() {
        return None;
    }
    if book.hooks().is_some()
        && let Some(end) = ended_at_home(book, setup)
    {
        return Some(end);
    }
    let attack = |square: Square, by: Color| attacked(book, setup, square, by);
    let is_facing = book.rules().checks.bikjang && facing(book, setup);
    is_over(book, setup, &attack, is_facing, || can_follow(book, setup))
}

/// Whether a royal piece of the side to move can still reach its flag.
fn can_follow(book: &Rulebook, setup: &Setup) -> bool {
    let scene = Scene::new(book, setup);
    let Some(flags) = book.rules().flags.as_ref().filter(|_| !scene.in_check()) else {
        return false;
    };
    let region = &flags.region[setup.turn.index()];
    let moves = judged(&scene);
    moves
        .iter()
        .any(|mv| book.role(mv.piece.role).royal && region.contains(mv.to))
}
