//! Texts, places and findings, independent of chess.
//!
//! Every reader in this crate returns a [`Parse`]: a value and a list of [`Diagnostic`]s, each with a stable [`Code`],
//! a byte [`Span`], a message and optionally a help text.

#[doc(hidden)]
pub mod budget;
mod code;
#[doc(hidden)]
pub mod codes;
mod diagnostic;
mod printable;
mod span;
mod suggest;

#[doc(hidden)]
pub use budget::{Budget, Exhausted};
pub use code::Code;
#[doc(hidden)]
pub use diagnostic::Edit;
pub use diagnostic::{Diagnostic, Parse, Severity};
#[doc(hidden)]
pub use printable::{is_command, printable, without_mark};
pub use span::Span;
#[doc(hidden)]
pub use suggest::{did_you_mean, nearest, proposed, quoted};
