//! Precomputed origins of threats.

use crate::geometry::{Square, SquareSet};
use crate::rules::data::CompiledRules;
use crate::state::Piece;

impl CompiledRules {
    /// The squares from which a piece could threaten a piece on `target` that is not captured en
    /// passant, on any board; `None` if unknown. `steps` is whether captures without a jump by
    /// pieces that jump in series count as threats.
    pub(crate) fn threatens_from(
        &self,
        piece: Piece,
        target: Square,
        steps: bool,
    ) -> Option<SquareSet> {
        let role = self.role(piece.role);
        let jumps_only = role.series().next().is_some() && !steps;
        let begins = |from: &Square| self.begins_on(piece, *from, target);
        (role.only_walks || jumps_only).then(|| self.shape.squares().filter(begins).collect())
    }

    /// Whether a piece could capture on a square: a piece without other abilities by its movement,
    /// one that jumps in series by its first jump.
    fn begins_on(&self, piece: Piece, from: Square, target: Square) -> bool {
        if self.role(piece.role).only_walks {
            return self.may_reach(piece, from, target);
        }
        let owner = piece.color.perspective();
        self.role(piece.role).series().any(|(_, jumps)| {
            let mut ends = jumps.across(owner, target).iter();
            ends.any(|[begin, _]| *begin == from)
        })
    }
}
