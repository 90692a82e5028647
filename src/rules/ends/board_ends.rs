//! Ends of the game by rules of the board and by the capture of royal pieces.

use crate::definition::{Reason, RoyalGuard, RoyalRule, Verdict};
use crate::rules::data::CompiledRules;
use crate::state::Setup;

/// The result for the side to move and the reason, if the game is over.
pub(crate) fn is_over(
    rules: &CompiledRules,
    setup: &Setup,
    facing: bool,
) -> Option<(Verdict, Reason)> {
    let us = setup.turn;
    if let Some(verdict) = castled(rules, setup) {
        return Some((verdict, Reason::Castling));
    }
    if rules.facts.checks.counted && setup.special.checks[us.opponent().index()] == 0 {
        return Some((Verdict::Loss, Reason::Checks));
    }
    let last = setup.special.last;
    let drawn = || rules.settled(setup, Verdict::Draw);
    if rules.facts.checks.bikjang && facing && last.facing {
        return Some((drawn(), Reason::FacingKings));
    }
    if rules.facts.passing.twice_ends && last.both_passed {
        return Some((drawn(), Reason::Passes));
    }
    None
}

/// The result of a winning castling, or of the loss of rights to one.
fn castled(rules: &CompiledRules, setup: &Setup) -> Option<Verdict> {
    let wins = &rules.facts.castling.as_ref()?.wins;
    if *wins == [[false; 2]; 2] {
        return None;
    }
    let us = setup.turn;
    let them = us.opponent();
    if let Some(right) = setup.special.last.castled
        && wins[them.index()][usize::from(right)]
    {
        return Some(Verdict::Loss);
    }
    for color in [them, us] {
        let wanted = wins[color.index()];
        let kept = setup
            .special
            .castles
            .iter()
            .any(|castle| castle.color == color && wanted[usize::from(castle.right)]);
        if wanted != [false; 2] && !kept {
            return Some(if color == us {
                Verdict::Loss
            } else {
                Verdict::Win
            });
        }
    }
    None
}

/// The end of the game by the loss of royal pieces, for the side to move.
pub(crate) fn ended_at_home(rules: &CompiledRules, setup: &Setup) -> Option<(Verdict, Reason)> {
    if rules.facts.royal != RoyalRule::Capture || rules.set_up_by(setup).is_some() {
        return None;
    }
    let lost = |color| {
        let needed = needed_kings(rules.facts.guard, rules.kings_at_start(color));
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
