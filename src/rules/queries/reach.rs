//! Queries of reach and of the number of pieces.

use crate::geometry::{Square, SquareSet};
use crate::rules::data::{Lack, RuleContext, RuleReach};
use crate::state::{Color, Piece};

impl RuleContext<'_> {
    /// Whether a square is within the reach of the piece on another. The reach `own` is where the
    /// piece could capture by its movement. The contents of the square and other rules do not matter.
    #[doc(hidden)]
    pub fn reaches(&self, reach: &RuleReach, from: Square, target: Square) -> bool {
        let there = self.rules.has_square(target);
        let piece = self.piece(from).filter(|_| there);
        piece.is_some_and(|piece| self.reaches_as(reach, (from, piece), target))
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

// Counts of pieces, for ends of the game by number of pieces.

impl Lack {
    /// Whether a side has too few pieces, and its opponent enough.
    pub fn is_lost_by(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let others = self.others[usize::from(side == at.turn())];
        self.count(at, side) <= usize::from(self.limit)
            && (others == 0 || self.count(at, side.opponent()) >= usize::from(others))
    }

    /// The number of a side's pieces that count.
    pub(crate) fn count(&self, at: &RuleContext<'_>, side: Color) -> usize {
        let kinds = &self.kinds[side.index()];
        let on_board = at.board().pieces_of(side);
        let on_board = on_board.filter(|(_, piece)| kinds.contains(&piece.role));
        let hand = at.hand(side).iter().filter(|_| self.hands);
        let in_hand = hand.filter(|(role, _)| kinds.contains(role));
        on_board.count() + in_hand.map(|(_, count)| usize::from(count)).sum::<usize>()
    }
}
