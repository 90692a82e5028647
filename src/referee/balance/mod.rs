//! What a game is like, by games of our search against itself: who wins, how, how long it takes, and what
//! is never used.

mod picture;
mod report;

pub use picture::picture;
pub use report::{BalanceReport, FirstMove};
