//! Why a command ends early.

use std::io;

use crate::source::Exhausted;

/// The ways in which a command does not succeed.
#[derive(Debug)]
pub(super) enum Stop {
    /// Findings, which have been reported.
    Findings,
    /// A file, an option or a name that is not there; the message is still to be shown.
    Usage(String),
    /// The budget of work was used up, which is still to be said.
    Exhausted(Exhausted),
    /// Standard output cannot be written.
    Output(io::Error),
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
