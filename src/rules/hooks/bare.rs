//! Sides that have nothing but their royal pieces.

use crate::rules::Rulebook;
use crate::state::Setup;

/// Whether the game is drawn because neither side has more than its royal pieces.
pub(crate) fn both_bare(book: &Rulebook, setup: &Setup) -> bool {
    book.hooks().is_some_and(|hooks| hooks.both_bare_draws)
        && setup
            .board
            .pieces()
            .all(|(_, piece)| book.role(piece.role).king)
}
