//! Trades that are forbidden because the captor could be captured in turn.

use crate::definition::TradeRule;
use crate::movegen::after_move::played;
use crate::movegen::attacks::attacked;
use crate::rules::{Rulebook, may_exchange, strikes_back, traded};
use crate::state::{Move, Setup};

/// Drops the moves that trade what may not be traded.
pub(in crate::movegen) fn drop_trades(
    book: &Rulebook,
    rule: &TradeRule,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    moves.retain(|mv| !strikes_back(rule, setup, mv) && !exchanges(book, rule, setup, mv));
}

/// Whether the captor of one of its like could be captured in turn, if only by a move that exposes
/// a royal piece.
fn exchanges(book: &Rulebook, rule: &TradeRule, setup: &Setup, mv: &Move) -> bool {
    let bound = rule.no_exchange;
    bound.contains(mv.piece.role)
        && traded(setup, mv, bound).next().is_some()
        && mv.mover_stays()
        && !may_exchange(rule, &book.shape, setup, mv)
        && attacked(
            book,
            &played(book, setup, mv),
            mv.to,
            mv.piece.color.opponent(),
        )
}
