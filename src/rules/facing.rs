//! Kings that see one another: on one line with nothing between.

use super::rulebook::Rulebook;
use crate::geometry::Square;
use crate::state::{Cell, Color, Setup};

/// Whether the kings stand on one line with nothing between.
pub(crate) fn facing(book: &Rulebook, setup: &Setup) -> bool {
    let white = book.royals(setup, Color::White).next();
    white.is_some_and(|king| facing_at(book, setup, king, Color::Black))
}

/// Whether a king on `square` would face the opposing one.
pub(crate) fn facing_at(book: &Rulebook, setup: &Setup, square: Square, them: Color) -> bool {
    let Some(other) = book.royals(setup, them).next() else {
        return false;
    };
    let shape = &book.shape;
    let (dx, dy) = (
        shape.file_of(other) as i16 - shape.file_of(square) as i16,
        shape.rank_of(other) as i16 - shape.rank_of(square) as i16,
    );
    if dx != 0 && dy != 0 {
        return false;
    }
    let step = dy.signum() * shape.files() as i16 + dx.signum();
    let mut at = square.index() as i16 + step;
    while at != other.index() as i16 {
        if setup.board.get(Square::new(at as u16)) != Cell::Empty {
            return false;
        }
        at += step;
    }
    true
}
