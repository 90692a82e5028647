//! Ends of the game by what is left of the royal pieces: lost kings, bare kings.

use crate::definition::{Reason, RoyalGuard, RoyalRule, RulesDef, Verdict};
use crate::rules::Rulebook;
use crate::state::Setup;

use super::bare_king;

/// How the game has ended by a hook, for the side to move.
pub(crate) fn ended_at_home(
    book: &Rulebook,
    hooks: &RulesDef,
    setup: &Setup,
) -> Option<(Verdict, Reason)> {
    if book.set_up_by(setup).is_some() {
        return None;
    }
    let us = setup.turn;
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
