//! Queries of reach.

use crate::geometry::{Square, SquareSet};
use crate::rules::data::{RuleContext, RuleReach};
use crate::state::Piece;

impl RuleContext<'_> {
    /// Whether a square is within the reach of the piece on another. The reach `own` is where the
    /// piece could capture by its movement. The contents of the square and other rules do not matter.
    #[doc(hidden)]
    pub fn reaches(&self, reach: &RuleReach, from: Square, target: Square) -> bool {
        let there = self.rules.has_square(target);
        self.piece(from).filter(|_| there).is_some_and(|piece| {
            let (rules, setup) = (self.rules, self.setup);
            rules.is_within(reach.table(), setup, from, piece, target)
        })
    }

    /// Like [`reaches`](RuleContext::reaches), with a given piece.
    pub(crate) fn reaches_as(
        &self,
        reach: &RuleReach,
        (from, piece): (Square, Piece),
        target: Square,
    ) -> bool {
        let (rules, setup) = (self.rules, self.setup);
        rules.is_within(reach.table(), setup, from, piece, target)
    }

    /// The squares that may be [within reach](RuleContext::reaches) of pieces; `None` if that is not stored.
    pub(crate) fn may_reach_as(
        &self,
        reach: &RuleReach,
        pieces: impl Iterator<Item = (Square, Piece)>,
    ) -> Option<SquareSet> {
        let mut squares = SquareSet::new();
        for (from, piece) in pieces {
            squares.unite(self.rules.ever_within(reach.table(), from, piece)?);
        }
        Some(squares)
    }

    /// The paths of a movement reach from the piece on a square to another square. Each path is the
    /// list of intermediate squares whose contents matter. Empty if no path leads there.
    #[doc(hidden)]
    pub fn ways(&self, reach: &RuleReach, from: Square, target: Square) -> Vec<Vec<Square>> {
        let there = self.rules.has_square(target);
        let piece = self.piece(from).filter(|_| there);
        piece.map_or_else(Vec::new, |piece| {
            self.rules.ways(reach.table(), from, piece.color, target)
        })
    }
}
