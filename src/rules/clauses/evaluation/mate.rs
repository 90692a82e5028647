//! Mate as a condition of clauses.
//!
//! Mate depends on the legal moves, and these may depend on clauses about mate. To end the
//! recursion, mate is tested without the clauses that depend on it.

use std::cell::Cell;

use crate::rules::data::RuleContext;
use crate::state::Color;

thread_local! {
    /// Whether a test for mate is in progress.
    static JUDGING: Cell<bool> = const { Cell::new(false) };
}

/// Whether a clause is active: clauses that depend on mate are not during a test for mate.
pub(crate) fn is_asked(asks_for_mate: bool) -> bool {
    !(asks_for_mate && JUDGING.get())
}

/// Whether a move of `by` has mated the side to move: it is in check and has no legal move.
pub(crate) fn is_mated(at: &RuleContext<'_>, by: Color) -> bool {
    if at.turn() == by || !at.is_check(at.turn()) {
        return false;
    }
    let before = JUDGING.replace(true);
    let is_stuck = at.is_stuck();
    JUDGING.set(before);
    is_stuck
}
