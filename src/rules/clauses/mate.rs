//! Mate as a condition of clauses.
//!
//! Mate depends on the legal moves, and these may depend on clauses about mate. To end the
//! recursion, mate is tested without the clauses that depend on it.

use std::cell::Cell;

use super::{Asked, Condition, EndClause, Inspect};
use crate::definition::clause::Event;
use crate::rules::RuleContext;
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
pub(super) fn is_mated(at: &RuleContext<'_>, by: Color) -> bool {
    if at.turn() == by || !at.is_check(at.turn()) {
        return false;
    }
    let before = JUDGING.replace(true);
    let is_stuck = at.is_stuck();
    JUDGING.set(before);
    is_stuck
}

impl Condition {
    /// Whether it is mate, alone or with conditions that do not depend on mate.
    pub(super) fn is_of_mates(&self) -> bool {
        let is_mate = |one: &Condition| matches!(one, Condition::Event(Event::Mate));
        match self {
            Condition::All(all) => {
                all.iter().any(is_mate)
                    && all.iter().all(|one| is_mate(one) || !one.asks_for_mate())
            }
            one => is_mate(one),
        }
    }
}

impl EndClause {
    /// Removes mate from the condition of a clause about mates, which then decides the result of
    /// the mates that match the rest.
    pub(super) fn of_mate(self) -> EndClause {
        if self.asked != Asked::Mates {
            return self;
        }
        let mut rest = match self.condition {
            Condition::All(all) => all,
            _ => Vec::new(),
        };
        rest.retain(|one| !one.asks_for_mate());
        EndClause {
            condition: Condition::All(rest),
            ..self
        }
    }
}
