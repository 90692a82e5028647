//! The ban on changing places again with the piece that has just changed places.

use crate::definition::RulesDef;
use crate::geometry::Square;
use crate::state::{Move, Piece, Setup};

/// Whether a move changes back what the last one has changed.
pub(crate) fn swaps_back(setup: &Setup, mv: &Move) -> bool {
    setup
        .special
        .ban
        .is_some_and(|banned| mv.is_swap() && pair(mv) == in_order(banned))
}

/// The two squares whose pieces the next move may not swap.
pub(crate) fn banned_swap(rules: &RulesDef, before: &Setup, mv: &Move) -> Option<[Square; 2]> {
    if rules.swap_ban.is_empty() || !mv.is_swap() {
        return None;
    }
    let bound = |piece: Piece| rules.swap_ban.contains(piece.role);
    let partner = before.board.piece(mv.to)?;
    let bans = partner.color != mv.piece.color && bound(partner) && bound(mv.piece);
    bans.then_some(pair(mv))
}

fn pair(mv: &Move) -> [Square; 2] {
    in_order([mv.from, mv.to])
}

fn in_order([first, second]: [Square; 2]) -> [Square; 2] {
    [first.min(second), first.max(second)]
}
