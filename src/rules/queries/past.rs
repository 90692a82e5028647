//! The history of a position, for rules that depend on it.

use std::fmt;

use crate::rules::data::{Past, Record, RuleContext};
use crate::state::Move;

impl<'a> Past<'a> {
    pub(crate) const fn new(now: RuleContext<'a>, record: &'a dyn Record) -> Past<'a> {
        Past { now, record }
    }

    /// The number of moves made.
    pub fn n_moves(&self) -> usize {
        self.record.n_moves()
    }

    /// The position this many moves ago, if any; 0 is the present one.
    pub fn position(&self, ago: usize) -> Option<RuleContext<'a>> {
        let setup = match ago {
            0 => self.now.setup(),
            ago if ago <= self.n_moves() => self.record.setup(ago),
            _ => return None,
        };
        Some(RuleContext { setup, ..self.now })
    }

    /// The move that led to the position this many moves ago, if any.
    pub fn made(&self, ago: usize) -> Option<&'a Move> {
        self.record.made(ago)
    }
}

impl fmt::Debug for Past<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Past")
            .field("n_moves", &self.n_moves())
            .finish_non_exhaustive()
    }
}
