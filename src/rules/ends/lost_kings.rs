//! Ends of the game by the capture of royal pieces.

use crate::definition::{Reason, RoyalGuard, RoyalRule, Verdict};
use crate::rules::data::CompiledRules;
use crate::state::Setup;

/// The end of the game by the loss of royal pieces, for the side to move.
pub(crate) fn ended_at_home(rules: &CompiledRules, setup: &Setup) -> Option<(Verdict, Reason)> {
    if rules.royal() != RoyalRule::Capture || rules.set_up_by(setup).is_some() {
        return None;
    }
    let lost = |color| {
        let needed = needed_kings(rules.guard(), rules.kings_at_start(color));
        rules.kings_on(&setup.board, color) < needed
    };
    let verdict = if lost(setup.turn) {
        Verdict::Loss
    } else if lost(setup.turn.opponent()) {
        Verdict::Win
    } else {
        return None;
    };
    Some((verdict, Reason::KingCaptured))
}

/// The number of royal pieces that a side must keep, given its number at the start.
fn needed_kings(guard: RoyalGuard, at_start: usize) -> usize {
    match guard {
        RoyalGuard::Every => at_start,
        RoyalGuard::AllButOne => at_start.min(1).max(at_start.saturating_sub(1)),
        RoyalGuard::Last => at_start.min(1),
    }
}
