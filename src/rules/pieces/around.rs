//! Neighborhoods of squares, and blasts.

use smallvec::SmallVec;

use crate::definition::Blast;
use crate::geometry::{BoardShape, Square};
use crate::rules::data::CompiledRules;
use crate::state::{Piece, Setup};

/// The offsets of the eight directions.
pub(crate) const AROUND: [(i16, i16); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The square at an offset, if it is on the board.
pub(crate) fn shifted(shape: &BoardShape, from: Square, by: (i16, i16)) -> Option<Square> {
    let file = u8::try_from(shape.file_of(from) as i16 + by.0).ok()?;
    let rank = u8::try_from(shape.rank_of(from) as i16 + by.1).ok()?;
    shape.at(file, rank)
}

/// The squares one king's step away.
pub(crate) fn neighbors(shape: &BoardShape, from: Square) -> impl Iterator<Item = Square> + '_ {
    AROUND
        .iter()
        .filter_map(move |by| shifted(shape, from, *by))
}

/// The squares within reach of a blast on `to`, without `to`.
pub(crate) fn in_blast(
    rules: &CompiledRules,
    setup: &Setup,
    to: Square,
    captor: Piece,
) -> SmallVec<[Square; 9]> {
    if rules.blast.is_around() {
        neighbors(&rules.shape, to).collect()
    } else {
        rules
            .within(&rules.blast, setup, to, captor)
            .iter()
            .collect()
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
        setup
            .board
            .piece(square)
            .is_none_or(|piece| rules.is_of(piece.role, blast.immune))
    };
    let sheltered = |square: Square| {
        setup
            .board
            .piece(square)
            .is_some_and(|piece| rules.is_of(piece.role, blast.sheltered))
    };
    (in_blast(rules, setup, to, captor).into_iter())
        .filter(|square| !sheltered(*square))
        .chain([to])
        .filter(|square| !survives(*square))
        .collect()
}
