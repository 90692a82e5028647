//! FEN of a variant.
//!
//! - `extensions`: fields after the clocks, which include the states of rules;
//! - `reachable_squares`: pieces on impossible squares;
//! - `reader`: the whole FEN.

mod extensions;
mod reachable_squares;
mod reader;

pub(crate) use extensions::{OWN_FIELDS, kept_field, value, write_own};
