//! Kings that face each other on an open line.

use crate::geometry::Square;
use crate::rules::data::CompiledRules;
use crate::state::{Cell, Color, Setup};

/// Whether kings of both sides face each other on an open line.
pub(crate) fn facing(rules: &CompiledRules, setup: &Setup) -> bool {
    let mut kings = rules.royals(setup, Color::White);
    kings.any(|king| facing_at(rules, setup, king, Color::Black))
}

/// Whether a king on `square` would face an enemy king.
pub(crate) fn facing_at(rules: &CompiledRules, setup: &Setup, square: Square, them: Color) -> bool {
    let mut others = rules.royals(setup, them);
    others.any(|other| is_open_line(rules, setup, square, other))
}

/// Whether a rook could move between two squares: they are on a line with empty existing squares between.
fn is_open_line(rules: &CompiledRules, setup: &Setup, square: Square, other: Square) -> bool {
    let shape = &rules.shape;
    let (dx, dy) = (
        shape.file_of(other) as i16 - shape.file_of(square) as i16,
        shape.rank_of(other) as i16 - shape.rank_of(square) as i16,
    );
    // On a board with intersections, the places halfway between two squares of a line do not exist.
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
