//! Terms of the evaluation of one side, as they are computed.

use super::promoter_sets::PromoterSquares;
use crate::movegen::tables::lookups::Bits;
use crate::movegen::weights::{N_CLASSES, Phased};

/// Intermediate results for one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideTerms<const N: usize, const G: usize> {
    pub(super) score: Phased,
    /// The squares that its pieces attack or guard.
    pub(crate) reach: Bits<N>,
    /// The same without royal and promotable pieces, by class and by group.
    pub(super) by_class: [Bits<N>; N_CLASSES],
    pub(super) by_group: [Bits<N>; G],
    /// The squares of its promotable pieces: attacks, future attacks and lanes.
    pub(super) by_promoters: PromoterSquares<N>,
    /// Mobility, and the number of moves.
    pub(super) mobility: Phased,
    pub(crate) n_moves: i32,
    /// Pressure on the king zone of the opponent.
    pub(super) pressure: i32,
    pub(super) n_attackers: i32,
}

impl<const N: usize, const G: usize> SideTerms<N, G> {
    /// The squares attacked by all pieces but the royal one.
    pub(super) fn without_royal(&self) -> Bits<N> {
        let classes = self.by_class.into_iter();
        classes.fold(self.by_promoters.hits, |set, class| set | class)
    }
}
