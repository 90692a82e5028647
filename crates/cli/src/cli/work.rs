//! Work budgets of commands and of requests to servers or engines.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use super::stop::Stop;
use ferz::source::budget::{USUAL_WORK, is_exhausted};
use ferz::source::{Budget, Exhausted};

/// The number of steps per budget. Set once, before commands run.
static STEPS: AtomicU64 = AtomicU64::new(USUAL_WORK);

/// Sets the number of steps for each command or request.
pub(super) fn grant(steps: u64) {
    STEPS.store(steps, Ordering::Relaxed);
}

/// The number of steps for each command or request.
pub(super) fn steps() -> u64 {
    STEPS.load(Ordering::Relaxed)
}

/// A new budget.
pub(super) fn budget() -> Budget {
    Budget::new(steps())
}

/// The size of a file, in bytes, for which one budget is meant.
const PART: usize = 50_000;

/// The additional steps for a file of this size.
pub(super) fn steps_for_more(bytes: usize) -> u64 {
    steps().saturating_mul((bytes / PART) as u64)
}

/// A new budget for a file of this size.
pub(super) fn budget_for(bytes: usize) -> Budget {
    let budget = budget();
    budget.add(steps_for_more(bytes));
    budget
}

/// Runs work within the budget of the command, or within a new one.
pub(super) fn within<T>(work: impl FnOnce() -> T) -> Result<T, Exhausted> {
    Budget::current().unwrap_or_else(budget).run(work)
}

/// [`within`] for fallible work.
pub(super) fn bounded<T>(work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    within(work)?
}

/// A stream that fails once the budget is used up, because its output would be incomplete.
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
