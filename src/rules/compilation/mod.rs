//! Compilation of a definition.
//!
//! - `error`: errors;
//! - `facts`, `flags`: facts of all rules, and their summary;
//! - `registry`: construction of the rules by name;
//! - `compile`: all of it.

mod compile;
mod error;
mod facts;
mod flags;
mod registry;

pub use error::CompileError;
pub use registry::{RegisterError, RuleRegistry};
