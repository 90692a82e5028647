//! Trades that are forbidden: exchanges of like pieces, and striking back at another one.

use crate::definition::{PieceSet, TradeRule};
use crate::geometry::Square;
use crate::movegen::generate::attacked;
use crate::movegen::legality::played;
use crate::rules::Rulebook;
use crate::state::{Move, Setup};

/// Drops the moves that trade what may not be traded.
pub(super) fn forbid(book: &Rulebook, rule: TradeRule, setup: &Setup, moves: &mut Vec<Move>) {
    moves.retain(|one| !strikes_back(rule, setup, one) && !exchanges(book, rule, setup, one));
}

/// Where the captor stands if the next move may not capture another piece of the kind.
pub(super) fn struck(rule: TradeRule, before: &Setup, one: &Move) -> Option<Square> {
    let bound = rule.no_strike_back;
    let is_meant =
        !bound.contains(one.piece.role.index()) && victims(before, one, bound).next().is_some();
    is_meant.then_some(one.to)
}

fn strikes_back(rule: TradeRule, setup: &Setup, one: &Move) -> bool {
    setup.special.struck.is_some_and(|struck| {
        victims(setup, one, rule.no_strike_back).any(|square| square != struck)
    })
}

/// Whether the captor of one of its like could be captured in turn, if only by a move that exposes
/// a royal piece.
fn exchanges(book: &Rulebook, rule: TradeRule, setup: &Setup, one: &Move) -> bool {
    let bound = rule.no_exchange;
    bound.contains(one.piece.role.index())
        && victims(setup, one, bound).next().is_some()
        && one.mover_stays()
        && attacked(
            book,
            &played(book, setup, one),
            one.to,
            one.piece.color.opponent(),
        )
}

/// The squares of the opposing pieces of a set that a move captures.
fn victims<'a>(
    setup: &'a Setup,
    one: &'a Move,
    set: PieceSet,
) -> impl Iterator<Item = Square> + 'a {
    one.captures.iter().copied().filter(move |square| {
        setup.board.piece(*square).is_some_and(|victim| {
            victim.color != one.piece.color && set.contains(victim.role.index())
        })
    })
}
