//! Limits of counts of moves.

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
