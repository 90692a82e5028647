//! Trades that are forbidden: exchanges of like pieces, and striking back at another one.

use crate::definition::{PieceSet, TradeRule};
use crate::geometry::{BoardShape, Square};
use crate::state::{Move, Setup};

/// Where the captor stands if the next move may not capture another piece of the kind.
pub(crate) fn struck(rule: &TradeRule, before: &Setup, mv: &Move) -> Option<Square> {
    let bound = rule.no_strike_back;
    let is_meant = !bound.contains(mv.piece.role) && traded(before, mv, bound).next().is_some();
    is_meant.then_some(mv.to)
}

/// Whether a move captures what the last capture forbids to strike back at.
pub(crate) fn strikes_back(rule: &TradeRule, setup: &Setup, mv: &Move) -> bool {
    !rule.strike_back_by.contains(mv.piece.role)
        && setup.special.struck.is_some_and(|struck| {
            traded(setup, mv, rule.no_strike_back).any(|square| square != struck)
        })
}

/// Whether a piece may capture one of its like even where it can be recaptured.
pub(crate) fn may_exchange(rule: &TradeRule, shape: &BoardShape, setup: &Setup, mv: &Move) -> bool {
    let is_beside = |square: Square| {
        let files = shape.file_of(square).abs_diff(shape.file_of(mv.from));
        let ranks = shape.rank_of(square).abs_diff(shape.rank_of(mv.from));
        files.max(ranks) <= 1
    };
    if rule.exchange_adjacent && traded(setup, mv, rule.no_exchange).all(is_beside) {
        return true;
    }
    let Some(small) = rule.too_small else {
        return false;
    };
    let victims = mv.captures.iter().filter(|square| **square != mv.to);
    victims
        .filter_map(|square| setup.board.piece(*square))
        .any(|victim| victim.color != mv.piece.color && !small.contains(victim.role))
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
