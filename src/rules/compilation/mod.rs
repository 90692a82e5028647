//! Compilation of a definition.
//!
//! - `error`: errors;
//! - `registry`: construction of the rules by name;
//! - `compile`: resolves all names, and collects the facts of all rules.

mod compile;
mod error;
mod registry;

pub use error::CompileError;
pub use registry::{RegisterError, RuleRegistry};
