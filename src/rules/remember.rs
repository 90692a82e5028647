//! What a move changes beside the board.

use super::compiled_rules::CompiledRules;
use super::note_move;
use crate::state::{Move, Setup};

/// Lets the rules remember in the position after a move what they must know of it.
pub(crate) fn remember(book: &CompiledRules, mv: &Move, after: &mut Setup) {
    note_move(book, mv, after);
}
