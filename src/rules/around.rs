//! What moves do to the pieces around: blasts and turning over.

use smallvec::SmallVec;

use crate::definition::{Blast, Enclosing};
use crate::geometry::{BoardShape, Square};
use crate::rules::Rulebook;
use crate::state::{Cell, Color, Piece, Setup};

/// The eight directions.
pub(super) const AROUND: [(i16, i16); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The square at a distance, if it is on the board.
pub(super) fn shifted(shape: &BoardShape, from: Square, by: (i16, i16)) -> Option<Square> {
    let file = u8::try_from(shape.file_of(from) as i16 + by.0).ok()?;
    let rank = u8::try_from(shape.rank_of(from) as i16 + by.1).ok()?;
    shape.at(file, rank)
}

/// The squares a king's step away.
pub(crate) fn neighbors(shape: &BoardShape, from: Square) -> impl Iterator<Item = Square> + '_ {
    AROUND
        .iter()
        .filter_map(move |by| shifted(shape, from, *by))
}

/// The squares within reach of a blast on `to`, without that one.
pub(crate) fn in_blast(
    book: &Rulebook,
    setup: &Setup,
    to: Square,
    captor: Piece,
) -> SmallVec<[Square; 9]> {
    if book.blast.is_around() {
        neighbors(&book.shape, to).collect()
    } else {
        book.within(&book.blast, setup, to, captor).iter().collect()
    }
}

/// The squares that a capture on `to` empties.
pub(crate) fn blasted(
    book: &Rulebook,
    setup: &Setup,
    to: Square,
    captor: Piece,
    blast: &Blast,
) -> SmallVec<[Square; 9]> {
    let survives = |square: Square| {
        setup
            .board
            .piece(square)
            .is_none_or(|piece| book.is_of(piece.role, blast.immune))
    };
    let sheltered = |square: Square| {
        setup
            .board
            .piece(square)
            .is_some_and(|piece| book.is_of(piece.role, blast.sheltered))
    };
    (in_blast(book, setup, to, captor).into_iter())
        .filter(|square| !sheltered(*square))
        .chain([to])
        .filter(|square| !survives(*square))
        .collect()
}

/// Turns opposing pieces over after a move to `to`.
pub(crate) fn flip(
    book: &Rulebook,
    setup: &mut Setup,
    rule: Enclosing,
    to: Square,
    us: Color,
    walked: bool,
) {
    let turned: SmallVec<[Square; 16]> = match rule {
        Enclosing::Reversi => AROUND
            .iter()
            .flat_map(|direction| enclosed(book, setup, to, *direction, us))
            .collect(),
        Enclosing::Ataxx | Enclosing::Quadwrangle => {
            let friend = |square| {
                setup
                    .board
                    .piece(square)
                    .is_some_and(|piece| piece.color == us)
            };
            if rule == Enclosing::Ataxx || walked || neighbors(&book.shape, to).any(friend) {
                neighbors(&book.shape, to).collect()
            } else {
                SmallVec::new()
            }
        }
        Enclosing::Snort | Enclosing::AnySide | Enclosing::Top => SmallVec::new(),
    };
    for square in turned {
        if let Some(piece) = setup.board.piece(square) {
            setup.board.put(square, Piece { color: us, ..piece });
        }
    }
}

/// The opposing pieces between a square and the next friend in one direction.
pub(super) fn enclosed(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    direction: (i16, i16),
    us: Color,
) -> SmallVec<[Square; 8]> {
    let mut line = SmallVec::new();
    let mut at = from;
    while let Some(next) = shifted(&book.shape, at, direction) {
        match setup.board.get(next) {
            Cell::Piece(piece) if piece.color == us => return line,
            Cell::Piece(_) => line.push(next),
            Cell::Empty | Cell::Wall => break,
        }
        at = next;
    }
    SmallVec::new()
}
