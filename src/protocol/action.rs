//! What a protocol asks of whoever drives it.

use std::sync::Arc;

use super::job::{Done, Job, Report};
use crate::definition::Files;
use crate::source::Diagnostic;

/// Something to be done, in the order of the list.
#[derive(Debug)]
#[non_exhaustive]
pub enum Action {
    /// A line to be written and sent at once; it has no line feed.
    Write(String),
    /// Files whose texts [`Protocol::loaded`] wants to have.
    Load(Vec<String>),
    /// Work that takes long. What it reports and what it ends with go back to the protocol; lines may go
    /// in meanwhile.
    Start(Box<Job>),
    /// The end. A job that is still running has been told to stop.
    Quit,
}

/// A file that was asked for.
#[derive(Clone, Debug)]
pub struct LoadedFile {
    /// Its path, as it was asked for.
    pub path: String,
    /// Its text, or why it cannot be read.
    pub text: Result<String, String>,
    /// The files that its variants may inherit from, if there are any.
    pub folder: Option<Arc<dyn Files>>,
    /// Files `NAME.eval.toml` that stand beside it: what positions of its variants are worth.
    pub evaluations: Vec<LoadedFile>,
}

/// A protocol as a state machine.
pub trait Protocol {
    /// A line has come; it has no line feed.
    fn line(&mut self, text: &str) -> Vec<Action>;

    /// The files of [`Action::Load`] have been read, in the same order.
    fn loaded(&mut self, files: Vec<LoadedFile>) -> Vec<Action>;

    /// The job that runs has something to say.
    fn reported(&mut self, report: Report) -> Vec<Action>;

    /// The job that ran has ended.
    fn finished(&mut self, done: Done) -> Vec<Action>;

    /// An answer took more work than there may be, and is not given: the engine plays a game that it
    /// knows.
    fn exhausted(&mut self, finding: &Diagnostic) -> Vec<Action>;
}
