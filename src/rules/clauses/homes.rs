//! The squares on which pieces are at home.

use crate::definition::clause::HomeChoice;
use crate::geometry::{BoardShape, Square};
use crate::rules::RuleContext;
use crate::state::Piece;

/// A kind with more homes than this goes home by file, unless the clause says otherwise.
const MOST_BY_COLOR: usize = 2;

/// The home of a piece that comes from a square: where such a piece stands at the start.
pub(super) fn home(
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

/// The home on a file; where there is none, the square on that file of the rank that all homes share.
fn on_file(shape: &BoardShape, homes: &[Square], file: u8) -> Option<Square> {
    let mut own = homes.iter().copied();
    own.find(|home| shape.file_of(*home) == file).or_else(|| {
        let (first, rest) = homes.split_first()?;
        let rank = shape.rank_of(*first);
        let is_shared = rest.iter().all(|home| shape.rank_of(*home) == rank);
        shape.at(file, rank).filter(|_| is_shared)
    })
}

/// The color of a square.
fn shade(shape: &BoardShape, square: Square) -> u8 {
    (shape.file_of(square) + shape.rank_of(square)) % 2
}
