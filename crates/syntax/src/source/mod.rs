//! Texts, places and findings, independent of chess.
//!
//! Every reader in this crate returns a [`Parse`]: a value and a list of [`Diagnostic`]s, each with a stable [`Code`],
//! a byte [`Span`], a message and optionally a help text.

#[doc(hidden)]
pub mod budget;
#[doc(hidden)]
pub mod codes;
mod diagnostic;
mod suggest;

#[doc(hidden)]
pub use budget::{Budget, Exhausted};
#[doc(hidden)]
pub use diagnostic::Edit;
pub use diagnostic::{Code, Diagnostic, Parse, Severity, Span};
#[doc(hidden)]
pub use suggest::{did_you_mean, is_command, nearest, printable, proposed, quoted, without_mark};
