//! Balance of a variant by self-play: results, endings, lengths, and pieces that are never used.

mod picture;
mod report;

pub use picture::picture;
pub use report::{BalanceReport, FirstMove};
