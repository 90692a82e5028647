//! The terms of the evaluation that tunings change, except those of single pieces; and values of squares.

use crate::geometry::{BoardShape, Square};
use crate::movegen::{Phased, Weights};
use crate::rules::CompiledRules;
use crate::state::Color;

/// Adds an amount to a term.
type Add = fn(&mut Weights, i32);

/// The keys of the terms in tuning files, and how each is added.
pub(super) const TERMS: [(&str, Add); 55] = [
    ("tempo", |weights, more| weights.tempo += more),
    ("shelter", |weights, more| weights.shelter += more),
    ("castling", |weights, more| weights.castling += more),
    ("exposure", |weights, more| weights.exposure += more),
    ("attack", |weights, more| {
        weights.attack = (weights.attack + more).max(0);
    }),
    ("weak-zone", |weights, more| weights.weak_zone += more),
    ("safe-check", |weights, more| weights.safe_check += more),
    ("hanging-middle", |weights, more| {
        weights.hanging.middle += more;
    }),
    ("hanging-end", |weights, more| weights.hanging.end += more),
    ("chased-middle", |weights, more| {
        weights.chased.middle += more;
    }),
    ("chased-end", |weights, more| weights.chased.end += more),
    ("outclassed-middle", |weights, more| {
        weights.outclassed.middle += more;
    }),
    ("outclassed-end", |weights, more| {
        weights.outclassed.end += more;
    }),
    ("attacked-middle", |weights, more| {
        weights.attacked.middle += more;
    }),
    ("attacked-end", |weights, more| weights.attacked.end += more),
    ("bishop-pair-middle", |weights, more| {
        weights.bishop_pair.middle += more;
    }),
    ("bishop-pair-end", |weights, more| {
        weights.bishop_pair.end += more;
    }),
    ("promoter-shelter", |weights, more| {
        weights.promoter_shelter += more;
    }),
    ("guarded-promoter-middle", |weights, more| {
        weights.guarded_promoter.middle += more;
    }),
    ("guarded-promoter-end", |weights, more| {
        weights.guarded_promoter.end += more;
    }),
    ("promoter-behind-middle", |weights, more| {
        weights.promoter_behind.middle += more;
    }),
    ("promoter-behind-end", |weights, more| {
        weights.promoter_behind.end += more;
    }),
    ("isolated-pawn-middle", |weights, more| {
        weights.isolated_pawn.middle += more;
    }),
    ("isolated-pawn-end", |weights, more| {
        weights.isolated_pawn.end += more;
    }),
    ("backed-promoter-middle", |weights, more| {
        weights.backed_promoter.middle += more;
    }),
    ("backed-promoter-end", |weights, more| {
        weights.backed_promoter.end += more;
    }),
    ("blocked-promoter-middle", |weights, more| {
        weights.blocked_promoter.middle += more;
    }),
    ("blocked-promoter-end", |weights, more| {
        weights.blocked_promoter.end += more;
    }),
    ("push-threat-middle", |weights, more| {
        weights.push_threat.middle += more;
    }),
    ("push-threat-end", |weights, more| {
        weights.push_threat.end += more;
    }),
    ("outpost-middle", |weights, more| {
        weights.outpost.middle += more;
    }),
    ("outpost-end", |weights, more| weights.outpost.end += more),
    ("half-open-middle", |weights, more| {
        weights.half_open.middle += more;
    }),
    ("half-open-end", |weights, more| {
        weights.half_open.end += more;
    }),
    ("open-middle", |weights, more| weights.open.middle += more),
    ("open-end", |weights, more| weights.open.end += more),
    ("space-middle", |weights, more| weights.space.middle += more),
    ("space-end", |weights, more| weights.space.end += more),
    ("held-way", |weights, more| weights.held_way += more),
    ("clear-way", |weights, more| weights.clear_way += more),
    ("watched-way", |weights, more| weights.watched_way += more),
    ("enemy-king-distance", |weights, more| {
        weights.enemy_king_distance += more;
    }),
    ("own-king-distance", |weights, more| {
        weights.own_king_distance += more;
    }),
    ("mobility-middle", |weights, more| {
        weights.mobility_part.middle += more;
    }),
    ("mobility-end", |weights, more| {
        weights.mobility_part.end += more;
    }),
    ("guarded-zone", |weights, more| weights.guarded_zone += more),
    ("unsafe-check", |weights, more| weights.unsafe_check += more),
    ("winning-share", |weights, more| {
        weights.winning.share += more;
    }),
    ("winning-share-promoter", |weights, more| {
        weights.winning.share_by_promoter += more;
    }),
    ("winning-base", |weights, more| weights.winning.base += more),
    ("winning-promoter", |weights, more| {
        weights.winning.by_promoter += more;
    }),
    ("winning-wings", |weights, more| {
        weights.winning.on_both_wings += more;
    }),
    ("in-hand", |weights, more| weights.held += more),
    ("promotion-middle", |weights, percent| {
        add_to_ways(weights, percent, 0);
    }),
    ("promotion-end", |weights, percent| {
        add_to_ways(weights, 0, percent);
    }),
];

pub(super) const N_TERMS: usize = TERMS.len();

/// Scales the value of free ways to promotion by a percentage.
fn add_to_ways(weights: &mut Weights, middle: i32, end: i32) {
    let ways = weights.promotable.iter_mut().flat_map(|it| &mut it.ways);
    for way in ways.flatten() {
        let whole = way.bonus;
        way.bonus.add(Phased::new(
            whole.middle * middle / 100,
            whole.end * end / 100,
        ));
    }
}

// Values of squares: curves over the board, and tables with the wings folded together.

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
