//! Counting rules of Southeast Asian games.

use super::macros::worded;

/// The counting rule with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingRule {
    /// Thailand's.
    Makruk,
    /// Cambodia's.
    Cambodian,
    /// The common rules of Southeast Asia.
    Asean,
}

worded! {
    CountingRule {
        "makruk" => Makruk
        "cambodian" => Cambodian
        "asean" => Asean
    }
}
