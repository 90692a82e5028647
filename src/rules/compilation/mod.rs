//! Compilation of a definition.
//!
//! - `registry`: construction of the rules by name;
//! - `compile`: resolution of all names, and collection of the facts of all rules, and its errors.

mod compile;
mod registry;

pub use compile::CompileError;
pub use registry::{RegisterError, RuleRegistry};
