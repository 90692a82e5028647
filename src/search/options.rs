//! Options of a searcher.

use crate::eval::Evaluation;

/// Options of a searcher.
///
/// Write `SearchOptions { lines: 3, ..SearchOptions::default() }`: the struct is exhaustive so that this works,
/// and a later version may have more fields.
///
/// [`Line`](super::Line) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// Size of the transposition table in MiB. If memory is short, the size is halved until it fits.
    pub table_mib: usize,
    /// Number of principal variations to find (multi-PV).
    pub lines: usize,
    /// Skill level from 0, the weakest, to 20, full strength.
    pub skill: u8,
    /// The source of the evaluation weights.
    #[doc(hidden)]
    pub evaluation: Evaluation,
    /// Whether moves with equal scores are ordered in the same way for both sides, so that a position with
    /// the colors exchanged has the same search tree. The search is several times as slow; for tests of rules
    /// and evaluations.
    #[doc(hidden)]
    pub even_order: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            table_mib: 16,
            lines: 1,
            skill: STRONGEST,
            evaluation: Evaluation::default(),
            even_order: false,
        }
    }
}

/// The skill level of full strength.
pub(super) const STRONGEST: u8 = 20;
