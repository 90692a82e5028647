//! FEN of a variant.
//!
//! - `rule_fields`, `extensions`: fields after the clocks;
//! - `reachable_squares`: pieces on impossible squares;
//! - `reader`: the whole FEN.

mod extensions;
mod reachable_squares;
mod reader;
mod rule_fields;

pub(crate) use extensions::{OWN_FIELDS, kept_field, write_own};
pub(crate) use rule_fields::value;
