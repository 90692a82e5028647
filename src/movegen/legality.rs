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
pub(crate) fn legal_moves(rules: &CompiledRules, setup: &Setup) -> Vec<Move> {
    if has_ended(rules, setup) {
        return Vec::new();
    }
    legal(&MoveContext::new(rules, setup))
}

/// Whether the game has not ended and no move is legal.
pub(super) fn is_stuck(rules: &CompiledRules, setup: &Setup) -> bool {
    !has_ended(rules, setup) && !is_any_left(&MoveContext::new(rules, setup))
}

fn has_ended(rules: &CompiledRules, setup: &Setup) -> bool {
    board_end(rules, setup).is_some() || ended_by_rule(rules, setup).is_some()
}
