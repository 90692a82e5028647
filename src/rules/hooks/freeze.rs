//! What pieces do to those around them: keep them from moving, burn them, protect them.

use crate::geometry::{Square, SquareSet};
use crate::rules::Rulebook;
use crate::state::{Color, Piece, Setup};

/// Whether one of the pieces of a side around a square is meant.
fn is_beside(
    book: &Rulebook,
    setup: &Setup,
    square: Square,
    color: Color,
    meant: impl Fn(Square, Piece) -> bool,
) -> bool {
    let (around, pieces) = (book.compass.around(square), setup.board.squares_of(color));
    // PERF: mostly nobody is there.
    around.meets(pieces)
        && around
            .common(pieces)
            .any(|near| setup.board.piece(near).is_some_and(|one| meant(near, one)))
}

/// Whether the piece on `square` may not move.
///
/// A frozen piece freezes others all the same.
pub(crate) fn is_frozen(book: &Rulebook, setup: &Setup, square: Square, piece: Piece) -> bool {
    let number = piece.role.index();
    let freezes = |near: Square, freezer: Piece| {
        let Some(freeze) = &book.role(freezer.role).powers.freezes else {
            return false;
        };
        let lifts = |at: Square, fellow: Piece| {
            at != square && freeze.lifted_by.contains(fellow.role.index())
        };
        freeze.only.is_none_or(|only| only.contains(number))
            && !freeze.except.contains(number)
            && !is_beside(book, setup, near, piece.color, lifts)
    };
    book.has_freezers() && is_beside(book, setup, square, piece.color.opponent(), freezes)
}

/// The squares of the pieces of a side that may not move.
pub(crate) fn frozen(book: &Rulebook, setup: &Setup, color: Color) -> SquareSet {
    let mut frozen = SquareSet::new();
    if !book.has_freezers() {
        return frozen;
    }
    let freezers = setup.board.pieces_of(color.opponent());
    for (at, _) in freezers.filter(|(_, one)| book.role(one.role).powers.freezes.is_some()) {
        let near = book.compass.around(at);
        frozen.extend(near.common(setup.board.squares_of(color)).filter(|square| {
            let piece = setup.board.piece(*square);
            piece.is_some_and(|piece| is_frozen(book, setup, *square, piece))
        }));
    }
    frozen
}

/// Whether a piece of `color` that ends a move on `square` is burned there.
pub(crate) fn is_burned(
    book: &Rulebook,
    setup: &Setup,
    square: Square,
    color: Color,
    gone: &[Square],
) -> bool {
    let burns =
        |near: Square, other: Piece| !gone.contains(&near) && book.role(other.role).powers.burns;
    book.burns && is_beside(book, setup, square, color.opponent(), burns)
}

/// Whether the piece on `square` cannot be captured because a friend beside it protects it.
pub(crate) fn is_protected(book: &Rulebook, setup: &Setup, square: Square, color: Color) -> bool {
    let protects = |_, other: Piece| book.role(other.role).powers.protects;
    book.protects && is_beside(book, setup, square, color, protects)
}
