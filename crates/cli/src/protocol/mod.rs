//! Protocols between GUIs and engines: UCI, USI and XBoard (CECP).
//!
//! A protocol is a state machine that receives lines and returns [actions](Action). It has no streams, clocks
//! or threads of its own: its driver writes the lines, reads requested files, and runs each [`Job`] on a
//! thread of its choice, passing on the reports and the result.
//!
//! ```
//! use ferz_cli::protocol::{Action, Protocol, Uci};
//!
//! let mut engine = Uci::new();
//! let answers = engine.line("isready");
//! assert!(matches!(&answers[..], [Action::Write(text)] if text == "readyok"));
//! assert!(matches!(engine.line("quit")[..], [Action::Quit]));
//! ```

mod action;
mod bench;
mod engine;
mod job;
mod library;
pub(crate) mod moves;
mod options;
mod score;
mod uci;
pub(crate) mod xboard;

pub use action::{Action, LoadedFile, Protocol};
pub use bench::{BENCH_NODES, BENCH_VARIANTS, BenchRow, MOST_BENCH_NODES, bench, bench_checksum};
pub(crate) use job::Signals;
pub use job::{Done, Helper, Job, Report};
pub use library::Library;
pub(crate) use moves::{Spelling, write as move_text};
pub use uci::Uci;
pub use xboard::{Offering, ShowLevel, Showing, VariantSource, XBoard, built_in_showings};
