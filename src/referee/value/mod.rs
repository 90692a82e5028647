//! What a piece is worth in a game: matches between unequal armies, and a regression over ordinary games.
//!
//! A [`ValuePlan`] has the questions and the set-ups, each a function of seed and number; [`Findings`] says
//! what the games mean in pawns, by the odds of a pawn measured in the same run. A [`Regression`] values
//! all pieces at once by how often who has more of them wins.

mod findings;
mod plan;
mod regression;
mod setup;

pub use findings::{Answer, AtLimit, Findings};
pub use plan::{Army, Question, ValuePlan};
pub use regression::{PieceValue, Regression};
