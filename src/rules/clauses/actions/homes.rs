//! Home squares of pieces.

use crate::definition::clause::HomeChoice;
use crate::geometry::{BoardShape, Square};
use crate::rules::data::RuleContext;
use crate::state::Piece;

/// The largest number of homes of a kind for which the home is chosen by square color by default, and not by file.
const MOST_BY_COLOR: usize = 2;

/// The home of a piece that comes from a square: a square where such a piece stands at the start of the game.
pub(crate) fn home(
    at: &RuleContext<'_>,
    piece: Piece,
    square: Square,
    choice: HomeChoice,
) -> Option<Square> {
    let shape = at.shape();
    let like = at.home().pieces().filter(|(_, other)| *other == piece);
    let homes: Vec<Square> = like.map(|(square, _)| square).collect();
    let is_by_file = match choice {
        HomeChoice::Usual => homes.len() > MOST_BY_COLOR,
        HomeChoice::ByFile => true,
        HomeChoice::ByColor => false,
    };
    let file = shape.file_of(square);
    if is_by_file {
        return on_file(shape, &homes, file);
    }
    let distance = |home: &Square| {
        let is_other_color = shade(shape, *home) != shade(shape, square);
        let away = shape.file_of(*home).abs_diff(file);
        (is_other_color, away, *home)
    };
    homes.into_iter().min_by_key(distance)
}

/// The home on a file; otherwise the square of that file on the common rank of all homes.
fn on_file(shape: &BoardShape, homes: &[Square], file: u8) -> Option<Square> {
    let mut own = homes.iter().copied();
    own.find(|home| shape.file_of(*home) == file).or_else(|| {
        let (first, rest) = homes.split_first()?;
        let rank = shape.rank_of(*first);
        let is_shared = rest.iter().all(|home| shape.rank_of(*home) == rank);
        shape.at(file, rank).filter(|_| is_shared)
    })
}

/// The color of a square, 0 or 1.
fn shade(shape: &BoardShape, square: Square) -> u8 {
    (shape.file_of(square) + shape.rank_of(square)) % 2
}
