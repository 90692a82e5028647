//! How a position came about, for rules that ask.

use std::fmt;

use super::context::RuleContext;
use crate::state::{Move, Setup};

/// What a game knows of its past.
pub(crate) trait Record {
    /// How many moves were made.
    fn n_moves(&self) -> usize;

    /// The arrangement so many moves ago, at least one, which must have been.
    fn setup(&self, ago: usize) -> &Setup;

    /// The move that led to the arrangement so many moves ago, if there was one.
    fn made(&self, ago: usize) -> Option<&Move>;
}

/// The moves that led to a position, and the positions before it.
pub struct Past<'a> {
    now: RuleContext<'a>,
    record: &'a dyn Record,
}

impl<'a> Past<'a> {
    pub(crate) const fn new(now: RuleContext<'a>, record: &'a dyn Record) -> Past<'a> {
        Past { now, record }
    }

    /// How many moves were made.
    pub fn n_moves(&self) -> usize {
        self.record.n_moves()
    }

    /// The position so many moves ago, if there was one; 0 is the present one.
    pub fn position(&self, ago: usize) -> Option<RuleContext<'a>> {
        let setup = match ago {
            0 => self.now.setup(),
            ago if ago <= self.n_moves() => self.record.setup(ago),
            _ => return None,
        };
        Some(RuleContext { setup, ..self.now })
    }

    /// The move that led to the position so many moves ago, if there was one.
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
