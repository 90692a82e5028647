//! Regions of the board, independent of its size.

use crate::geometry::{BoardShape, Square, SquareSet};

/// The number of files and ranks of the grid for regions, whatever the size of the board.
pub(in crate::formats::fairy_stockfish) const GRID: u16 = 32;

/// The square of a region at a file and a rank.
pub(in crate::formats::fairy_stockfish) const fn grid(file: u16, rank: u16) -> Square {
    Square::new(rank * GRID + file)
}

/// All squares of a region.
pub(in crate::formats::fairy_stockfish) fn everywhere() -> SquareSet {
    (0..GRID * GRID).map(Square::new).collect()
}

/// A rank of a region.
pub(in crate::formats::fairy_stockfish) fn rank(number: u16) -> SquareSet {
    (0..GRID).map(|file| grid(file, number)).collect()
}

/// Converts squares of a board to a region. Whole ranks and whole boards extend beyond the board, so that larger boards
/// can inherit them.
pub(in crate::formats::fairy_stockfish) fn wide(shape: &BoardShape, set: &SquareSet) -> SquareSet {
    if shape.squares().all(|square| set.contains(square)) {
        return everywhere();
    }
    let mut found = SquareSet::new();
    for number in 0..shape.ranks() {
        let squares = || shape.squares().filter(|one| shape.rank_of(*one) == number);
        if squares().next().is_some() && squares().all(|square| set.contains(square)) {
            found.extend(rank(u16::from(number)).iter());
        } else {
            let here = squares().filter(|square| set.contains(*square));
            found.extend(here.map(|one| grid(u16::from(shape.file_of(one)), u16::from(number))));
        }
    }
    found
}

/// A value for each side.
pub(in crate::formats::fairy_stockfish) type Sides<T> = [T; 2];
