//! The built-in variants and rules, and other rules in the form of clauses.

mod rules;
mod variants;

pub use rules::rule_library;
pub(in crate::formats) use rules::{Entries, read_library};
pub(super) use rules::{LIBRARY, collision, is_library, read_entries, read_own_entries};
pub(in crate::formats) use variants::Library;
