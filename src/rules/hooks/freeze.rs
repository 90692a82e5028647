//! Pieces that keep those around them from moving.

use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::rules::special::neighbors;
use crate::state::{Piece, Setup};

/// Whether the piece on `square` may not move.
///
/// A frozen piece freezes others all the same.
pub(crate) fn is_frozen(book: &Rulebook, setup: &Setup, square: Square, piece: Piece) -> bool {
    book.has_freezers()
        && neighbors(&book.shape, square).any(|near| {
            let Some(freezer) = setup.board.piece(near) else {
                return false;
            };
            if freezer.color == piece.color {
                return false;
            }
            let Some(freeze) = &book.role(freezer.role).powers.freezes else {
                return false;
            };
            let number = piece.role.index();
            let meant = freeze.only.is_none_or(|only| only.contains(number))
                && !freeze.except.contains(number);
            let lifted = || {
                neighbors(&book.shape, near).any(|other| {
                    other != square
                        && setup.board.piece(other).is_some_and(|fellow| {
                            fellow.color == piece.color
                                && freeze.lifted_by.contains(fellow.role.index())
                        })
                })
            };
            meant && !lifted()
        })
}
