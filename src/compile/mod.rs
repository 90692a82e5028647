//! Execution of one pattern on one board: the reference interpreter, and all paths that it can take.
//!
//! `walk` defines the meaning of a [`Pattern`](crate::movement::Pattern). It queries a [`Probe`] for the contents of
//! squares: the probe of a real position yields the moves of that position, and `paths` uses a probe that assumes one
//! possibility after the other and thus lists all paths with their conditions. Every table is built from these lists,
//! so no table can disagree with the interpreter.

mod lines;
mod paths;
mod plain;
mod program;
mod walk;

pub use lines::Lines;
#[doc(hidden)]
pub use paths::has_path;
pub use paths::{Condition, Path, PathLimitError, paths};
pub use plain::{PlainMoves, PlainRun, Swept};
pub use program::Program;
pub use walk::{CompletedWalk, Probe, walk};
pub(crate) use walk::{is_long, legs_begun};
