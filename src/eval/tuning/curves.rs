//! Values of squares: curves over the board, and tables with the wings folded together.

use crate::geometry::{BoardShape, Square};
use crate::rules::CompiledRules;
use crate::state::Color;

/// The number of coefficients of a curve over the board.
pub(super) const N_CURVE: usize = 6;

/// The average of the basis functions over the board.
pub(super) fn mean_basis(rules: &CompiledRules) -> [f64; N_CURVE] {
    let mut mean = [0.0; N_CURVE];
    let n_squares = f64::from(rules.shape.area() as u32);
    for square in rules.shape.squares() {
        let basis = basis(rules, Color::White, square);
        for (mean, value) in mean.iter_mut().zip(basis) {
            *mean += value / n_squares;
        }
    }
    mean
}

/// The basis functions of a curve: 1, `r`, `r²`, `f`, `f²` and `rf`, with `r` from 0 on the first rank of the
/// side to 1 on the last, and `f` from 0 at the center of the files to 1 at both edges.
pub(super) fn basis(rules: &CompiledRules, color: Color, square: Square) -> [f64; N_CURVE] {
    let shape = &rules.shape;
    let last = f64::from(shape.ranks() - 1).max(1.0);
    let rank = f64::from(shape.rank_of(square));
    let r = match color {
        Color::White => rank / last,
        Color::Black => (f64::from(shape.ranks() - 1) - rank) / last,
    };
    let middle = (f64::from(shape.files()) - 1.0) / 2.0;
    let f = (f64::from(shape.file_of(square)) - middle).abs() / middle.max(0.5);
    [1.0, r, r * r, f, f * f, r * f]
}

/// The number of files with the wings folded together.
pub(super) fn folded_files(shape: &BoardShape) -> usize {
    usize::from(shape.files()).div_ceil(2)
}

/// The index of a square with the wings folded together: rank by rank from the first one of the side, from
/// the edge to the center.
pub(super) fn folded(rules: &CompiledRules, color: Color, square: Square) -> usize {
    let shape = &rules.shape;
    let rank = match color {
        Color::White => shape.rank_of(square),
        Color::Black => shape.ranks() - 1 - shape.rank_of(square),
    };
    let file = shape.file_of(square);
    let from_edge = file.min(shape.files() - 1 - file);
    usize::from(rank) * folded_files(shape) + usize::from(from_edge)
}
