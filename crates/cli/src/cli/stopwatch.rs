//! The clock of searches.

use std::time::{Duration, Instant};

use ferz::search::Clock;

/// A clock that starts when it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    began: Instant,
}

impl Stopwatch {
    /// Starts a clock.
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
