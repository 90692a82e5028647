//! Legal moves by making each pseudo-legal move and looking whether anything royal is left attacked.
//!
//! This is the slow judge of every faster way. Every rule of a variant is asked here, whichever
//! others it has: first whether the game is over, then what may be played, then what of it is safe,
//! and at last which of the safe moves a duty leaves.

use smallvec::SmallVec;

use super::custom::{self, ended_by_rule};
use super::generate::attacked;
use super::hooks;
use super::offer::pseudo_legal;
use super::over::over;
use super::safety::is_safe_in;
use super::scene::{Scene, facing};
use crate::definition::RoyalGuard;
use crate::geometry::Square;
use crate::rules::{Rulebook, fills_palace, follow, relocate};
use crate::state::{Color, Move, MoveKind, Piece, Setup};

/// All legal moves; none once the game has ended by a rule of the board.
pub(crate) fn legal_moves(book: &Rulebook, setup: &Setup) -> Vec<Move> {
    if over(book, setup).is_some() || ended_by_rule(book, setup).is_some() {
        return Vec::new();
    }
    let scene = Scene::new(book, setup);
    let mut moves = pseudo_legal(&scene);
    if book.check || book.has_move_rules() {
        moves.retain(|mv| is_safe_in(&scene, mv) || wins_at_once(book, setup, mv));
    }
    if !book.custom().is_empty() {
        moves.retain(|mv| !custom::is_forbidden(book, setup, mv));
    }
    perform_duties(&scene, &mut moves);
    if let Some(hooks) = book.hooks() {
        moves = hooks::permitted(book, hooks, setup, moves);
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

/// Drops the safe moves that may not be made while certain others could be.
pub(super) fn perform_duties(scene: &Scene<'_>, moves: &mut Vec<Move>) {
    let rules = scene.book.rules();
    if rules.captures.mandatory && moves.iter().any(Move::is_capture) {
        moves.retain(Move::is_capture);
    }
    let wanted = rules.drops.as_ref().and_then(|drops| drops.mandatory);
    if let Some(wanted) = wanted {
        drop_first(scene, wanted, moves);
    }
    if rules.passing.stalemate[scene.us.index()]
        && !scene.in_check()
        && moves.iter().any(|mv| !mv.is_pass())
    {
        moves.retain(|mv| !mv.is_pass());
    }
}

/// Where drops are mandatory, only drops are legal as long as one is.
fn drop_first(scene: &Scene<'_>, wanted: Option<usize>, moves: &mut Vec<Move>) {
    let (book, color) = (scene.book, scene.us);
    let is_wanted = |piece: Piece| wanted.is_none() || book.kind(piece.role) == wanted;
    let mut hand = scene.setup.hands[color.index()].iter();
    if !hand.any(|(role, _)| is_wanted(Piece { color, role })) {
        return;
    }
    let is_due = |mv: &Move| mv.kind == MoveKind::Drop && is_wanted(mv.piece);
    if moves.iter().any(is_due) {
        moves.retain(is_due);
    } else {
        moves.retain(|mv| mv.kind != MoveKind::Drop);
    }
}

/// The position after a move.
pub(crate) fn played(book: &Rulebook, setup: &Setup, mv: &Move) -> Setup {
    let us = mv.piece.color;
    let is_facing = book.rules().checks.bikjang && facing(book, setup);
    let mut after = moved(book, setup, mv, is_facing);
    let checks = book.rules().checks.counted && gives_check(book, &after, us);
    follow(book, setup, &mut after, mv);
    if checks {
        let left = &mut after.special.checks[us.index()];
        *left = left.saturating_sub(1);
    }
    after
}

/// The position after a move before anything follows from it on the board.
pub(super) fn moved(book: &Rulebook, setup: &Setup, mv: &Move, is_facing: bool) -> Setup {
    let mut after = relocate(book, setup, mv, is_facing);
    if let Some(hooks) = book.hooks() {
        hooks::remember(book, hooks, setup, mv, &mut after);
    }
    if !book.custom().is_empty() {
        custom::remember(book, setup, mv, &mut after);
    }
    after
}

/// Whether a royal piece of the other side is attacked.
pub(super) fn gives_check(book: &Rulebook, after: &Setup, us: Color) -> bool {
    book.royals(after, us.opponent())
        .any(|square| attacked(book, after, square, us))
}

/// Whether the side to move is in check: less safe than the rules demand of its royal pieces, or of
/// its last pieces that count as such.
pub(crate) fn in_check(book: &Rulebook, setup: &Setup) -> bool {
    let scene = Scene::new(book, setup);
    scene.in_check() || scene.last_piece_attacked()
}

/// Whether the royal pieces of `color` are less safe than the rules demand.
pub(crate) fn kings_attacked(book: &Rulebook, setup: &Setup, color: Color) -> bool {
    book.check && !are_guarded(book, setup, color)
}

/// Whether a side's royal pieces are as safe as the rules demand.
pub(super) fn are_guarded(book: &Rulebook, setup: &Setup, color: Color) -> bool {
    let royals: SmallVec<[Square; 4]> = book.royals(setup, color).collect();
    let allowed = match book.def.rules.guard {
        RoyalGuard::Every => 0,
        RoyalGuard::AllButOne => royals.len().min(2).saturating_sub(1),
        RoyalGuard::Last if royals.len() > 1 => royals.len(),
        RoyalGuard::Last => 0,
    };
    let attacked = royals
        .into_iter()
        .filter(|square| attacked(book, setup, *square, color.opponent()));
    attacked.take(allowed + 1).count() <= allowed
}
