//! Games of MaxQi, the sister program that plays Chinese Chess.

use super::Findings;
use crate::definition::variant::VariantDef;
use crate::syntax::fairy_max::Game;

/// Whether the game is one of MaxQi: the arrays are as long as the second side of the board.
pub(super) fn is_maxqi(game: &Game) -> bool {
    game.board.is_some_and(|board| {
        let is_second = |men: usize| usize::try_from(board.ranks.value) == Ok(men);
        board.files.value != board.ranks.value
            && is_second(game.white.men.len())
            && is_second(game.black.men.len())
    })
}

pub(super) fn variant(_game: &Game, _name: String, _out: &mut Findings) -> Option<VariantDef> {
    None
}
