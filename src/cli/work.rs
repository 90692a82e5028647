//! How much work one command may take, or one request to a server or an engine.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use super::stop::Stop;
use crate::source::budget::{USUAL_WORK, is_exhausted};
use crate::source::{Budget, Exhausted};

/// The steps that the user grants. It is said once, before anything is done.
static STEPS: AtomicU64 = AtomicU64::new(USUAL_WORK);

/// From here on so many steps are granted to each command or request.
pub(super) fn grant(steps: u64) {
    STEPS.store(steps, Ordering::Relaxed);
}

/// The steps that are granted to each command or request.
pub(super) fn steps() -> u64 {
    STEPS.load(Ordering::Relaxed)
}

/// A new budget.
pub(super) fn budget() -> Budget {
    Budget::new(steps())
}

/// Bytes of a file for which one budget is meant.
const PART: usize = 50_000;

/// What a file of so many bytes adds to a budget.
pub(super) fn steps_for_more(bytes: usize) -> u64 {
    steps().saturating_mul((bytes / PART) as u64)
}

/// A new budget for a file of so many bytes.
pub(super) fn budget_for(bytes: usize) -> Budget {
    let budget = budget();
    budget.add(steps_for_more(bytes));
    budget
}

/// Does something within the budget of the command, or one of its own if that has none.
pub(super) fn within<T>(work: impl FnOnce() -> T) -> Result<T, Exhausted> {
    Budget::current().unwrap_or_else(budget).run(work)
}

/// [`within`] for what may fail otherwise.
pub(super) fn bounded<T>(work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    within(work)?
}

/// A stream to which nothing goes any more once the budget is used up, because it would not be whole.
pub(super) struct Whole<W>(pub(super) W);

impl<W: Write> Write for Whole<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_exhausted() {
            return Err(io::Error::other("the budget of work is used up"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
