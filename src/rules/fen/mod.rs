//! FEN of a variant.
//!
//! - `extensions`: fEN extensions: fields after the clocks for state that the usual fields cannot express;
//! - `reachable_squares`: pieces on impossible squares;
//! - `reader`: the whole FEN.

mod extensions;
mod reachable_squares;
mod reader;

pub(crate) use extensions::{OWN_FIELDS, kept_field, value, write_own};
