//! Limits of counts of moves.

use super::words::worded;

/// Whose limits hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingRule {
    /// Thailand's.
    Makruk,
    /// Cambodia's.
    Cambodian,
    /// The common rules of South East Asia.
    Asean,
}

worded! {
    CountingRule {
        "makruk" => Makruk
        "cambodian" => Cambodian
        "asean" => Asean
    }
}
