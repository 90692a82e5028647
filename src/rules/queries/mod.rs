//! Queries of rules about positions.
//!
//! - `context`: a position;
//! - `after`, `past`: hypothetical and earlier positions;
//! - `lack`: counts of pieces;
//! - `performable`: validation of moves and effects;
//! - `reach`: squares within reach.

mod after;
mod context;
mod lack;
mod past;
mod performable;
mod reach;

pub(crate) use performable::{why_impossible, why_impossible_effect};
