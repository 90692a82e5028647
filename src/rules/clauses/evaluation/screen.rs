//! Evaluation of relations to pieces of given sides and kinds.

use super::scene::{Element, Scene};
use crate::rules::clauses::data::Screen;
use crate::source::budget::spend;
use crate::state::{Cell, Color, Piece, code_of};

impl Screen {
    /// Whether an element has the relation to one of the pieces.
    pub(crate) fn has(&self, scene: &Scene<'_>, element: Element) -> bool {
        let board = scene.at.board();
        let sides = self.relation.sides(element.piece);
        if spend(board.n_pieces() as u64).is_err() {
            return true;
        }
        let pieces = Color::ALL.into_iter().filter(|side| sides[side.index()]);
        pieces.into_iter().any(|side| {
            // PERF: compares piece codes.
            let wanted = element.piece.filter(|_| self.same_kind);
            let wanted = wanted.map(|piece| {
                let color = side;
                code_of(Cell::Piece(Piece { color, ..piece }))
            });
            if self.same_kind && wanted.is_none() {
                return false;
            }
            let codes = board.codes();
            for square in board.squares_of(side) {
                let code = codes[square.index()];
                let is_meant = wanted.is_none_or(|wanted| wanted == code)
                    && self
                        .filter
                        .as_ref()
                        .is_none_or(|filter| filter.has(scene.side(), code));
                if is_meant {
                    let other = Element::at(scene, square);
                    if self.relation.holds(&scene.at, scene.side(), element, other) {
                        return true;
                    }
                }
            }
            false
        })
    }
}
