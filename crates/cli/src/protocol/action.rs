//! Actions that a protocol requests from its driver.

use std::sync::Arc;

use super::job::{Done, Job, Report};
use ferz::formats::Files;
use ferz::source::Diagnostic;

/// An action of the driver. Actions are performed in order.
#[derive(Debug)]
#[non_exhaustive]
pub enum Action {
    /// Write a line and flush it; it has no line feed.
    Write(String),
    /// Read files and pass them to [`Protocol::loaded`]. A path may be followed by `#` and the name of a
    /// variant.
    Load(Vec<String>),
    /// Run a long job. Its reports and its result go back to the protocol, which accepts lines meanwhile.
    Start(Box<Job>),
    /// Quit. A job that is still running has been told to stop.
    Quit,
}

/// A requested file.
#[derive(Clone, Debug)]
pub struct LoadedFile {
    /// The path, as requested.
    pub path: String,
    /// The text, or the reason why it cannot be read.
    pub text: Result<String, String>,
    /// The files from which its variants may inherit, if any.
    pub folder: Option<Arc<dyn Files>>,
    /// Evaluation files `NAME.eval.toml` next to it, for its variants.
    pub evaluations: Vec<LoadedFile>,
    /// The only one of its variants that is wanted; all if `None`.
    pub variant: Option<String>,
}

impl LoadedFile {
    /// A file alone: without files from which its variants could inherit, and without evaluations.
    pub fn new(path: String, text: Result<String, String>) -> LoadedFile {
        LoadedFile {
            path,
            text,
            folder: None,
            evaluations: Vec::new(),
            variant: None,
        }
    }
}

/// A protocol as a state machine.
pub trait Protocol {
    /// Receives a line, without its line feed.
    fn line(&mut self, text: &str) -> Vec<Action>;

    /// Receives the files of [`Action::Load`], in the same order.
    fn loaded(&mut self, files: Vec<LoadedFile>) -> Vec<Action>;

    /// Receives a report of the running job.
    fn reported(&mut self, report: Report) -> Vec<Action>;

    /// Receives the result of the job.
    fn finished(&mut self, done: Done) -> Vec<Action>;

    /// Reports that the work of a request exceeded its budget. The engine then resets to a game of chess.
    fn exhausted(&mut self, finding: &Diagnostic) -> Vec<Action>;
}
