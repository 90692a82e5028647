//! Trades that are forbidden because the captor could be captured in turn.

use crate::definition::TradeRule;
use crate::movegen::after_move::played;
use crate::movegen::attacks::attacked;
use crate::rules::{Rulebook, strikes_back, traded};
use crate::state::{Move, Setup};

/// Drops the moves that trade what may not be traded.
pub(in crate::movegen) fn drop_trades(
    book: &Rulebook,
    rule: TradeRule,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    moves.retain(|one| !strikes_back(rule, setup, one) && !exchanges(book, rule, setup, one));
}

/// Whether the captor of one of its like could be captured in turn, if only by a move that exposes
/// a royal piece.
fn exchanges(book: &Rulebook, rule: TradeRule, setup: &Setup, one: &Move) -> bool {
    let bound = rule.no_exchange;
    bound.contains(one.piece.role)
        && traded(setup, one, bound).next().is_some()
        && one.mover_stays()
        && attacked(
            book,
            &played(book, setup, one),
            one.to,
            one.piece.color.opponent(),
        )
}
