//! Measurement of piece values: matches between unequal armies, and a regression over ordinary games.
//!
//! A [`ValuePlan`] contains the questions, and makes setups by seed and number; [`Findings`] express the
//! results in pawns, by pawn odds measured in the same run. A [`Regression`] estimates the values of all
//! pieces at once from material differences.

mod findings;
mod plan;
mod regression;
mod setup;

pub use findings::{Answer, AtLimit, Findings};
pub use plan::{Army, Question, ValuePlan};
pub use regression::{PieceValue, Regression};
