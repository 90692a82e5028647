//! Moves by steps against moves in Betza notation.

use indexmap::IndexMap;

use super::Findings;
use super::roles::Role;
use crate::definition::variant::PieceDef;
use crate::geometry::{BoardShape, Square};
use crate::syntax::fairy_max::Game;

/// Compares what the remarks of a game say with what its steps say.
pub(super) fn remarks(
    _game: &Game,
    _roles: &[Role],
    _pieces: &IndexMap<String, PieceDef>,
    _shape: &BoardShape,
    _homes: &[Vec<(Square, usize)>; 2],
    _out: &mut Findings,
) {
}
