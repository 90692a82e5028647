//! The reasons why a command ends early.

use std::io;

use super::report;
use ferz::source::Exhausted;

/// The reason why a command failed.
#[derive(Debug)]
pub(super) enum Stop {
    /// Findings that have been reported.
    Findings,
    /// A missing file, option or name; the message has not been shown yet.
    Usage(String),
    /// The budget was used up, which has not been reported yet.
    Exhausted(Exhausted),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Stop {
    /// Reports that a text is wrong.
    pub(super) fn wrong(message: &str) -> Stop {
        report::plain_error(message);
        Stop::Findings
    }
}

impl From<Exhausted> for Stop {
    fn from(exhausted: Exhausted) -> Self {
        Stop::Exhausted(exhausted)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Output(error)
    }
}

impl From<serde_json::Error> for Stop {
    fn from(error: serde_json::Error) -> Self {
        Stop::Output(error.into())
    }
}
