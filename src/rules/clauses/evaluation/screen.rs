//! Evaluation of relations to pieces of given sides and kinds.

use super::context::{ClauseContext, Element};
use crate::rules::clauses::data::Screen;
use crate::source::budget::spend;
use crate::state::{Cell, Color, Piece, code_of};

impl Screen {
    /// Whether an element has the relation to one of the pieces.
    pub(crate) fn has(&self, context: &ClauseContext<'_>, element: Element) -> bool {
        let board = context.at.board();
        let codes = board.codes();
        let sides = self.relation.sides(element.piece);
        if spend(codes.len() as u64 / 4).is_err() {
            return true;
        }
        Color::ALL.into_iter().any(|side| {
            // PERF: compares piece codes.
            let wanted = match element.piece {
                _ if !self.same_kind => None,
                Some(piece) => Some(code_of(Cell::Piece(Piece {
                    color: side,
                    ..piece
                }))),
                None => return false,
            };
            let mut squares = board.squares_of(side).iter();
            sides[side.index()]
                && squares.any(|square| {
                    let code = codes[square.index()];
                    let filter = self.filter.as_ref();
                    wanted.is_none_or(|wanted| wanted == code)
                        && filter.is_none_or(|filter| filter.has(context.side(), code))
                        && {
                            let other = Element::at(context, square);
                            (self.relation).holds(&context.at, context.side(), element, other)
                        }
                })
        })
    }
}
