//! Compilation of a definition.
//!
//! - `error`: errors;
//! - `registry`: construction of the rules by name;
//! - `compile`: resolution of all names, and collection of the facts of all rules.

mod compile;
mod error;
mod registry;

pub use error::CompileError;
pub use registry::{RegisterError, RuleRegistry};
