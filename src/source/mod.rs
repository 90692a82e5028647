//! Texts, places and findings, independent of chess.
//!
//! Every reader in this crate returns a [`Parse`]: a value and a list of [`Diagnostic`]s, each with a stable [`Code`],
//! a byte [`Span`], a message and optionally a help text.

pub mod budget;
pub mod codes;
mod diagnostic;
mod printable;
mod span;
mod suggest;

pub use budget::{Budget, Exhausted};
pub use codes::Code;
pub use diagnostic::{Diagnostic, Edit, Parse, Severity};
pub use printable::{is_command, printable, without_mark};
pub use span::Span;
pub use suggest::{did_you_mean, nearest, proposed, quoted};
