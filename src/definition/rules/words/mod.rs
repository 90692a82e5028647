//! Settings that are words.

mod macros;

mod counting;
mod verdict;
mod walls;

pub use counting::CountingRule;
pub(super) use macros::worded;
pub use verdict::Verdict;
pub(crate) use verdict::{verdict_of, verdict_value};
pub use walls::Walling;
