//! State updates after a move, other than of the board.

use crate::rules::data::CompiledRules;
use crate::rules::pieces::note_move;
use crate::state::{Move, Setup};

/// Updates the records about the latest move.
pub(crate) fn remember(rules: &CompiledRules, mv: &Move, after: &mut Setup) {
    note_move(rules, mv, after);
}
