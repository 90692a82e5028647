//! The clock that searches are timed by.

use std::time::{Duration, Instant};

use crate::search::Clock;

/// Runs from the moment when it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    began: Instant,
}

impl Stopwatch {
    /// Begins to count.
    pub(super) fn start() -> Stopwatch {
        Stopwatch {
            began: Instant::now(),
        }
    }
}

impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}
