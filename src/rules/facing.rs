//! Kings that face one another on an open line.

use super::compiled_rules::CompiledRules;
use crate::geometry::Square;
use crate::state::{Cell, Color, Setup};

/// Whether a king of one side and one of the other stand on one line with nothing between.
pub(crate) fn facing(book: &CompiledRules, setup: &Setup) -> bool {
    let mut kings = book.royals(setup, Color::White);
    kings.any(|king| facing_at(book, setup, king, Color::Black))
}

/// Whether a king on `square` would face one of the other side.
pub(crate) fn facing_at(book: &CompiledRules, setup: &Setup, square: Square, them: Color) -> bool {
    let mut others = book.royals(setup, them);
    others.any(|other| is_open_line(book, setup, square, other))
}

/// Whether a rook could go from one square to the other: on a line of squares that exist and are empty.
fn is_open_line(book: &CompiledRules, setup: &Setup, square: Square, other: Square) -> bool {
    let shape = &book.shape;
    let (dx, dy) = (
        shape.file_of(other) as i16 - shape.file_of(square) as i16,
        shape.rank_of(other) as i16 - shape.rank_of(square) as i16,
    );
    // Between two squares of a board with points is neither a square nor a point.
    let unit = shape.unit() as i16;
    if dx != 0 && dy != 0 || (dx + dy) % unit != 0 {
        return false;
    }
    let step = (dy.signum() * shape.files() as i16 + dx.signum()) * unit;
    let is_open = |square: Square| {
        shape.exists(square)
            && !shape.vanishing().contains(square)
            && setup.board.get(square) == Cell::Empty
    };
    let mut at = square.index() as i16 + step;
    while at != other.index() as i16 {
        if !is_open(Square::new(at as u16)) {
            return false;
        }
        at += step;
    }
    true
}
