//! The general engine: makes each pseudo-legal move and tests whether royal pieces are attacked.
//!
//! It is slow and the reference for all faster engines. It applies the rules of every variant in the same
//! order: the end of the game, pseudo-legal moves, safety and duties.

use super::board_end::board_end;
use super::custom::ended_by_rule;
use super::legal_filter::{is_any_left, legal};
use super::move_context::MoveContext;
use crate::rules::CompiledRules;
use crate::state::{Move, Setup};

/// All legal moves; none if the game has ended by a rule of the board.
pub(crate) fn legal_moves(book: &CompiledRules, setup: &Setup) -> Vec<Move> {
    if has_ended(book, setup) {
        return Vec::new();
    }
    legal(&MoveContext::new(book, setup))
}

/// Whether the game has not ended and no move is legal.
pub(super) fn is_stuck(book: &CompiledRules, setup: &Setup) -> bool {
    !has_ended(book, setup) && !is_any_left(&MoveContext::new(book, setup))
}

fn has_ended(book: &CompiledRules, setup: &Setup) -> bool {
    board_end(book, setup).is_some() || ended_by_rule(book, setup).is_some()
}
