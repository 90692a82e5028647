//! Mates that clauses ask for.
//!
//! Whether a side has a legal move depends on what is forbidden, and that may depend on whether a move gives mate. So
//! a mate is judged without the clauses that ask for one.

use std::cell::Cell;

use super::{Asked, Condition, EndClause, Inspect};
use crate::definition::clause::Event;
use crate::rules::RuleContext;
use crate::state::Color;

thread_local! {
    /// Whether a mate is being judged.
    static JUDGING: Cell<bool> = const { Cell::new(false) };
}

/// Whether a clause is asked now: one that asks for mate is not while a mate is judged.
pub(crate) fn is_asked(asks_for_mate: bool) -> bool {
    !(asks_for_mate && JUDGING.get())
}

/// Whether the side to move is in check without a legal move after a move of the other one.
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
    /// Whether it holds of mates alone, and asks for nothing more about mates.
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
    /// Takes the mate out of a condition that holds of mates alone: the clause then says what such a mate is.
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
