//! Legal moves by making each pseudo-legal move and looking whether anything royal is left attacked.
//!
//! This is the slow judge of every faster way. Every rule of a variant is asked here, whichever
//! others it has: first whether the game is over, then what may be played, then what of it is safe,
//! and at last which of the safe moves a duty leaves.

use super::board_end::board_end;
use super::custom::ended_by_rule;
use super::legal_filter::{is_any_left, legal};
use super::move_context::MoveContext;
use crate::rules::CompiledRules;
use crate::state::{Move, Setup};

/// All legal moves; none once the game has ended by a rule of the board.
pub(crate) fn legal_moves(book: &CompiledRules, setup: &Setup) -> Vec<Move> {
    if has_ended(book, setup) {
        return Vec::new();
    }
    legal(&MoveContext::new(book, setup))
}

/// Whether the game goes on and no move is legal.
pub(super) fn is_stuck(book: &CompiledRules, setup: &Setup) -> bool {
    !has_ended(book, setup) && !is_any_left(&MoveContext::new(book, setup))
}

fn has_ended(book: &CompiledRules, setup: &Setup) -> bool {
    board_end(book, setup).is_some() || ended_by_rule(book, setup).is_some()
}
