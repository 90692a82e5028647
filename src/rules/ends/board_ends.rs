//! Ends of the game by rules of the board.

use crate::definition::{Reason, Verdict};
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
    if rules.checks().counted && setup.special.checks[us.opponent().index()] == 0 {
        return Some((Verdict::Loss, Reason::Checks));
    }
    let last = setup.special.last;
    let drawn = || rules.settled(setup, Verdict::Draw);
    if rules.checks().bikjang && facing && last.facing {
        return Some((drawn(), Reason::FacingKings));
    }
    if rules.passing().twice_ends && last.both_passed {
        return Some((drawn(), Reason::Passes));
    }
    None
}

/// The result of a winning castling, or of the loss of rights to one.
fn castled(rules: &CompiledRules, setup: &Setup) -> Option<Verdict> {
    let wins = &rules.castling()?.wins;
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
