//! Surroundings of squares: neighborhoods, blasts, and kings that face each other.

use smallvec::SmallVec;

use crate::definition::Blast;
use crate::geometry::{BoardShape, Square};
use crate::rules::data::CompiledRules;
use crate::state::{Cell, Color, Piece, Setup};

// Neighborhoods of squares, and blasts.

/// The square at an offset, if it is on the board.
pub(crate) fn shifted(shape: &BoardShape, from: Square, by: (i16, i16)) -> Option<Square> {
    let file = u8::try_from(shape.file_of(from) as i16 + by.0).ok()?;
    let rank = u8::try_from(shape.rank_of(from) as i16 + by.1).ok()?;
    shape.at(file, rank)
}

/// The squares within reach of a blast on `to`, without `to`.
pub(crate) fn in_blast(
    rules: &CompiledRules,
    setup: &Setup,
    to: Square,
    captor: Piece,
) -> SmallVec<[Square; 9]> {
    if rules.blast.is_around() {
        rules.compass.neighbors(to).collect()
    } else {
        let reached = rules.within(&rules.blast, setup, to, captor);
        reached.iter().collect()
    }
}

/// The squares emptied by a blast after a capture on `to`.
pub(crate) fn blasted(
    rules: &CompiledRules,
    setup: &Setup,
    to: Square,
    captor: Piece,
    blast: &Blast,
) -> SmallVec<[Square; 9]> {
    let survives = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_none_or(|piece| rules.is_of(piece.role, blast.immune))
    };
    let sheltered = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_some_and(|piece| rules.is_of(piece.role, blast.sheltered))
    };
    (in_blast(rules, setup, to, captor).into_iter())
        .filter(|square| !sheltered(*square))
        .chain([to])
        .filter(|square| !survives(*square))
        .collect()
}

// Kings that face each other on an open line.

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
