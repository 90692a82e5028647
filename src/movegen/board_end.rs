//! The end of a game by a rule of the board.

use crate::definition::{Reason, Verdict};
use crate::rules::{CompiledRules, ended_at_home, facing, is_over};
use crate::state::Setup;

/// The result for the side to move if a rule of the board has ended the game.
pub(crate) fn board_end(rules: &CompiledRules, setup: &Setup) -> Option<(Verdict, Reason)> {
    if rules.set_up_by(setup).is_some() {
        return None;
    }
    if rules.asks_beside_moves
        && let Some(end) = ended_at_home(rules, setup)
    {
        return Some(end);
    }
    let is_facing = rules.facts.checks.bikjang && facing(rules, setup);
    is_over(rules, setup, is_facing)
}
