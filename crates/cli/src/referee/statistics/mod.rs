//! Statistics of matches: pair scores, Elo with confidence intervals, ratings and SPRT.
//!
//! The unit is a pair of games from one opening with colors exchanged, because the two results of a pair are
//! correlated. A pair has one of five scores if games are won, drawn or lost, and any number of scores in
//! variants that share the point otherwise.

mod estimate;
mod histogram;
mod linear;
mod normal;
mod ratings;
mod shares;
mod sprt;

pub(super) use estimate::NINETY_FIVE;
pub use estimate::{Estimate, Interval, LEAST_UNITS, elo_of_score, score_of_elo};
pub use histogram::Histogram;
pub(super) use linear::{dot, inverse, product};
pub use ratings::{Rating, Results, ratings};
pub(super) use shares::place_of_share;
pub use sprt::{Model, Sprt, Verdict};
