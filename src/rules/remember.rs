//! What a move changes beside the board.

use super::rulebook::Rulebook;
use super::{note_move, notice_bare};
use crate::definition::RulesDef;
use crate::state::{Move, Setup};

/// Lets the rules remember in the position after a move what they must know of it.
pub(crate) fn remember(book: &Rulebook, rules: &RulesDef, mv: &Move, after: &mut Setup) {
    notice_bare(book, rules, after);
    note_move(book, mv, after);
}
