//! Who captures en passant, and where.

use super::piece_set::PieceSet;
use crate::geometry::{BoardShape, SquareSet};

/// Who captures en passant, and where.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EnPassantRules {
    /// The pieces of each side that may.
    pub types: [PieceSet; 2],
    /// The squares on which each side may.
    pub region: [SquareSet; 2],
}

impl EnPassantRules {
    /// The rule, unless everybody may everywhere.
    pub(in crate::definition) fn unless_it_allows_all(
        self,
        shape: &BoardShape,
    ) -> Option<EnPassantRules> {
        let everywhere = |region: &SquareSet| shape.squares().all(|square| region.contains(square));
        let allows_all = self.types == [PieceSet::ALL; 2] && self.region.iter().all(everywhere);
        (!allows_all).then_some(self)
    }
}
