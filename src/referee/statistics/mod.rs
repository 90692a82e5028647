//! What results say about strength: scores of pairs, Elo with intervals, and when a test may stop.
//!
//! The unit is a pair of games from one opening with sides exchanged, because the two results of a pair
//! depend on each other. The score of a pair is one of five values where games are won, drawn or lost,
//! and any number of values where a variant shares points otherwise.

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
pub(super) use linear::{dot, inverse, product, solved};
pub use ratings::{Rating, Results, ratings};
pub(super) use shares::place_of_share;
pub use sprt::{Model, Sprt, Verdict};
