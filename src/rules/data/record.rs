//! The moves of a game, for rules that depend on them.

use crate::state::{Move, Setup};

/// The history of a game.
pub(crate) trait Record {
    /// The number of moves made.
    fn n_moves(&self) -> usize;

    /// The setup this many moves ago, from 1 to [`n_moves`](Record::n_moves).
    fn setup(&self, ago: usize) -> &Setup;

    /// The move that led to the setup this many moves ago; `None` for the start.
    fn made(&self, ago: usize) -> Option<&Move>;
}
