//! Trades that are forbidden: exchanges of like pieces, and striking back at another one.

use crate::definition::{PieceSet, TradeRule};
use crate::geometry::Square;
use crate::state::{Move, Setup};

/// Where the captor stands if the next move may not capture another piece of the kind.
pub(crate) fn struck(rule: TradeRule, before: &Setup, mv: &Move) -> Option<Square> {
    let bound = rule.no_strike_back;
    let is_meant = !bound.contains(mv.piece.role) && traded(before, mv, bound).next().is_some();
    is_meant.then_some(mv.to)
}

/// Whether a move captures what the last capture forbids to strike back at.
pub(crate) fn strikes_back(rule: TradeRule, setup: &Setup, mv: &Move) -> bool {
    setup
        .special
        .struck
        .is_some_and(|struck| traded(setup, mv, rule.no_strike_back).any(|square| square != struck))
}

/// The squares of the opposing pieces of a set that a move captures.
pub(crate) fn traded<'a>(
    setup: &'a Setup,
    mv: &'a Move,
    set: PieceSet,
) -> impl Iterator<Item = Square> + 'a {
    mv.captures.iter().copied().filter(move |square| {
        setup
            .board
            .piece(*square)
            .is_some_and(|victim| victim.color != mv.piece.color && set.contains(victim.role))
    })
}
