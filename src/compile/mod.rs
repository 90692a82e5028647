//! Reference interpreter for one pattern on one board, and enumeration of all its paths.
//!
//! `walk` defines the meaning of a [`Pattern`](crate::movement::Pattern). It queries a [`Probe`]
//! for the contents of squares. The probe of a real position yields the moves of that position; the
//! probe of `paths` assumes one possibility after the other, which yields all paths with their
//! conditions. Every table is built from these lists, so no table can disagree with the
//! interpreter.

mod paths;
mod plain;
mod walk;

#[doc(hidden)]
pub use paths::has_path;
pub use paths::{Condition, Path, PathLimitError, Program, paths};
pub use plain::{Lines, PlainMoves, PlainRun, Swept};
pub use walk::{CompletedWalk, Probe, walk};
pub(crate) use walk::{is_long, legs_begun};
