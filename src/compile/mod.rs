//! One pattern on one board shape: the reference interpreter, and every path it can take.
//!
//! [`walk`] is the only meaning a [`Pattern`](crate::movement::Pattern) has. It asks a [`Probe`]
//! what the squares hold: a probe of a real position gives the moves of that position, and
//! [`paths`] uses a probe that assumes one possibility after the other and so lists all paths with
//! their conditions. Every table is made from those lists, so no table can disagree with the
//! interpreter.

mod lines;
mod paths;
mod plain;
mod program;
mod walk;

pub use lines::Lines;
pub(crate) use paths::has_path;
pub use paths::{Condition, Path, PathLimitError, paths};
pub use plain::{PlainMoves, PlainRun, Swept};
pub use program::Program;
pub use walk::{Found, Probe, walk};
pub(crate) use walk::{is_long, legs_begun};
