//! Queries of rules about positions.
//!
//! - `context`: a position;
//! - `positions`: hypothetical and earlier positions, reach, and the number of pieces;
//! - `performable`: validation of moves and effects.

mod context;
mod performable;
mod positions;

pub(crate) use performable::{why_impossible, why_impossible_effect};
