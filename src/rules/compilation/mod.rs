//! Compilation of a definition.
//!
//! - `error`: errors;
//! - `compile`: compilation of a definition: resolves all names, and collects the facts of all rules;
//! - `registry`: construction of the rules by name;

mod compile;
mod error;
mod registry;

pub use error::CompileError;
pub use registry::{RegisterError, RuleRegistry};
