//! Ends of the game and limits of moves that depend on squares: palaces, bare kings, lost kings.

use crate::definition::{Palace, Reason, RoyalGuard, RoyalRule, RulesDef, Verdict};
use crate::geometry::{Square, SquareSet};
use crate::rules::Rulebook;
use crate::state::{Color, Move, Setup};

use super::bare_king;
use super::setup_phase::placing;

/// How the game has ended by a hook, for the side to move.
pub(crate) fn ended_at_home(
    book: &Rulebook,
    hooks: &RulesDef,
    setup: &Setup,
) -> Option<(Verdict, Reason)> {
    if placing(hooks, setup).is_some() {
        return None;
    }
    let us = setup.turn;
    if let Some(palace) = &hooks.palace {
        for (color, verdict) in [(us.opponent(), Verdict::Loss), (us, Verdict::Win)] {
            if fills(palace, setup, color) {
                return Some((verdict, Reason::Goal));
            }
        }
    }
    if book.def.rules.royal == RoyalRule::Capture {
        let lost = |color| {
            let needed = needed_kings(book.def.rules.guard, book.kings_at_start(color));
            book.kings_on(&setup.board, color) < needed
        };
        if lost(us) {
            return Some((Verdict::Loss, Reason::KingCaptured));
        }
        if lost(us.opponent()) {
            return Some((Verdict::Win, Reason::KingCaptured));
        }
    }
    bare_king::lost(book, hooks, setup)
}

/// How many royal pieces a side must keep that begins with so many.
fn needed_kings(guard: RoyalGuard, at_start: usize) -> usize {
    match guard {
        RoyalGuard::Every => at_start,
        RoyalGuard::AllButOne => at_start.min(1).max(at_start.saturating_sub(1)),
        RoyalGuard::Last => at_start.min(1),
    }
}

/// Whether a side fills the palace of the other.
fn fills(palace: &Palace, setup: &Setup, color: Color) -> bool {
    let goal = palace.zone.of(color.opponent().perspective());
    let stands = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_some_and(|piece| piece.color == color)
    };
    !goal.is_empty() && goal.iter().all(stands)
}

/// Whether a move fills the palace of the other side.
pub(crate) fn fills_palace(hooks: &RulesDef, setup: &Setup, mv: &Move) -> bool {
    hooks.palace.as_ref().is_some_and(|palace| {
        let goal = palace.zone.of(mv.piece.color.opponent().perspective());
        goal.contains(mv.to) && mv.mover_stays() && {
            goal.iter().all(|square| {
                let piece = setup.board.piece(square);
                square == mv.to
                    || square != mv.from && piece.is_some_and(|piece| piece.color == mv.piece.color)
            })
        }
    })
}

/// Whether a move would crowd the palace of its own side, and captures no royal piece.
pub(crate) fn crowds_palace(book: &Rulebook, setup: &Setup, mv: &Move) -> bool {
    let Some(palace) = book.hooks().and_then(|hooks| hooks.palace.as_ref()) else {
        return false;
    };
    let home = palace.zone.of(mv.piece.color.perspective());
    if !home.contains(mv.to) || !mv.mover_stays() {
        return false;
    }
    let stands = |square: &Square| {
        let piece = setup.board.piece(*square);
        *square != mv.from
            && *square != mv.to
            && piece.is_some_and(|piece| piece.color == mv.piece.color)
    };
    let takes_king = |square: &Square| {
        let victim = setup.board.piece(*square);
        victim.is_some_and(|victim| book.role(victim.role).king)
    };
    1 + home.iter().filter(stands).count() > usize::from(palace.limit)
        && !mv.captures.iter().any(takes_king)
}

/// The squares of all palaces.
pub(crate) fn palace_squares(book: &Rulebook) -> SquareSet {
    let palace = book.hooks().and_then(|hooks| hooks.palace.as_ref());
    let zones = palace.map(|palace| Color::ALL.map(|color| palace.zone.of(color.perspective())));
    let mut squares = SquareSet::new();
    for zone in zones.into_iter().flatten() {
        squares.unite(zone);
    }
    squares
}
