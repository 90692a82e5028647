//! Tunable parameters of the evaluation.

use crate::geometry::{BoardShape, Square};
use crate::movegen::{PLACES_BESIDE, Phased, Weights};
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

/// The number of coefficients of a curve over the board.
pub(super) const N_CURVE: usize = 6;

/// A parameter that does not belong to a kind of piece.
pub(super) struct Term {
    /// The key in tuning files.
    pub(super) name: &'static str,
    /// The finite difference for its feature.
    step: i32,
    /// The prior standard deviation.
    spread: f64,
    add: fn(&mut Weights, i32),
}

impl Term {
    const fn new(name: &'static str, step: i32, spread: f64, add: fn(&mut Weights, i32)) -> Term {
        Term {
            name,
            step,
            spread,
            add,
        }
    }
}

/// All terms.
pub(super) const TERMS: [Term; 55] = [
    Term::new("tempo", 64, 10.0, |weights, more| weights.tempo += more),
    Term::new("shelter", 64, 6.0, |weights, more| weights.shelter += more),
    Term::new("castling", 64, 10.0, |weights, more| {
        weights.castling += more;
    }),
    Term::new("exposure", 64, 3.0, |weights, more| {
        weights.exposure += more;
    }),
    Term::new("attack", 100, 60.0, |weights, more| {
        weights.attack = (weights.attack + more).max(0);
    }),
    Term::new("weak-zone", 16, 6.0, |weights, more| {
        weights.weak_zone += more;
    }),
    Term::new("safe-check", 16, 8.0, |weights, more| {
        weights.safe_check += more;
    }),
    Term::new("hanging-middle", 64, 15.0, |weights, more| {
        weights.hanging.middle += more;
    }),
    Term::new("hanging-end", 64, 15.0, |weights, more| {
        weights.hanging.end += more;
    }),
    Term::new("chased-middle", 64, 15.0, |weights, more| {
        weights.chased.middle += more;
    }),
    Term::new("chased-end", 64, 15.0, |weights, more| {
        weights.chased.end += more;
    }),
    Term::new("outclassed-middle", 64, 12.0, |weights, more| {
        weights.outclassed.middle += more;
    }),
    Term::new("outclassed-end", 64, 12.0, |weights, more| {
        weights.outclassed.end += more;
    }),
    Term::new("attacked-middle", 64, 8.0, |weights, more| {
        weights.attacked.middle += more;
    }),
    Term::new("attacked-end", 64, 8.0, |weights, more| {
        weights.attacked.end += more;
    }),
    Term::new("bishop-pair-middle", 64, 20.0, |weights, more| {
        weights.bishop_pair.middle += more;
    }),
    Term::new("bishop-pair-end", 64, 20.0, |weights, more| {
        weights.bishop_pair.end += more;
    }),
    Term::new("promoter-shelter", 64, 8.0, |weights, more| {
        weights.promoter_shelter += more;
    }),
    Term::new("guarded-promoter-middle", 64, 8.0, |weights, more| {
        weights.guarded_promoter.middle += more;
    }),
    Term::new("guarded-promoter-end", 64, 8.0, |weights, more| {
        weights.guarded_promoter.end += more;
    }),
    Term::new("promoter-behind-middle", 64, 10.0, |weights, more| {
        weights.promoter_behind.middle += more;
    }),
    Term::new("promoter-behind-end", 64, 10.0, |weights, more| {
        weights.promoter_behind.end += more;
    }),
    Term::new("isolated-pawn-middle", 64, 8.0, |weights, more| {
        weights.isolated_pawn.middle += more;
    }),
    Term::new("isolated-pawn-end", 64, 8.0, |weights, more| {
        weights.isolated_pawn.end += more;
    }),
    Term::new("backed-promoter-middle", 64, 8.0, |weights, more| {
        weights.backed_promoter.middle += more;
    }),
    Term::new("backed-promoter-end", 64, 8.0, |weights, more| {
        weights.backed_promoter.end += more;
    }),
    Term::new("blocked-promoter-middle", 64, 8.0, |weights, more| {
        weights.blocked_promoter.middle += more;
    }),
    Term::new("blocked-promoter-end", 64, 8.0, |weights, more| {
        weights.blocked_promoter.end += more;
    }),
    Term::new("push-threat-middle", 64, 12.0, |weights, more| {
        weights.push_threat.middle += more;
    }),
    Term::new("push-threat-end", 64, 12.0, |weights, more| {
        weights.push_threat.end += more;
    }),
    Term::new("outpost-middle", 64, 12.0, |weights, more| {
        weights.outpost.middle += more;
    }),
    Term::new("outpost-end", 64, 12.0, |weights, more| {
        weights.outpost.end += more;
    }),
    Term::new("half-open-middle", 64, 10.0, |weights, more| {
        weights.half_open.middle += more;
    }),
    Term::new("half-open-end", 64, 10.0, |weights, more| {
        weights.half_open.end += more;
    }),
    Term::new("open-middle", 64, 10.0, |weights, more| {
        weights.open.middle += more;
    }),
    Term::new("open-end", 64, 10.0, |weights, more| {
        weights.open.end += more;
    }),
    Term::new("space-middle", 64, 3.0, |weights, more| {
        weights.space.middle += more;
    }),
    Term::new("space-end", 64, 3.0, |weights, more| {
        weights.space.end += more;
    }),
    Term::new("held-way", 100, 40.0, |weights, more| {
        weights.held_way += more;
    }),
    Term::new("clear-way", 100, 40.0, |weights, more| {
        weights.clear_way += more;
    }),
    Term::new("watched-way", 100, 40.0, |weights, more| {
        weights.watched_way += more;
    }),
    Term::new("enemy-king-distance", 40, 10.0, |weights, more| {
        weights.enemy_king_distance += more;
    }),
    Term::new("own-king-distance", 40, 10.0, |weights, more| {
        weights.own_king_distance += more;
    }),
    Term::new("mobility-middle", 100, 40.0, |weights, more| {
        weights.mobility_part.middle += more;
    }),
    Term::new("mobility-end", 100, 40.0, |weights, more| {
        weights.mobility_part.end += more;
    }),
    Term::new("guarded-zone", 8, 4.0, |weights, more| {
        weights.guarded_zone += more;
    }),
    Term::new("unsafe-check", 16, 6.0, |weights, more| {
        weights.unsafe_check += more;
    }),
    Term::new("winning-share", 20, 30.0, |weights, more| {
        weights.winning.share += more;
    }),
    Term::new("winning-share-promoter", 8, 10.0, |weights, more| {
        weights.winning.share_by_promoter += more;
    }),
    Term::new("winning-base", 40, 60.0, |weights, more| {
        weights.winning.base += more;
    }),
    Term::new("winning-promoter", 8, 10.0, |weights, more| {
        weights.winning.by_promoter += more;
    }),
    Term::new("winning-wings", 40, 60.0, |weights, more| {
        weights.winning.on_both_wings += more;
    }),
    Term::new("in-hand", 100, 60.0, |weights, more| {
        weights.held += more;
    }),
    Term::new("promotion-middle", 100, 60.0, |weights, percent| {
        add_to_ways(weights, percent, 0);
    }),
    Term::new("promotion-end", 100, 60.0, |weights, percent| {
        add_to_ways(weights, 0, percent);
    }),
];

pub(super) const N_TERMS: usize = TERMS.len();

/// Prior standard deviations of the coefficients of curves: the constant one, and the others.
const HEIGHT: f64 = 60.0;
const SLOPE: f64 = 40.0;

/// Prior standard deviation of the value in hand.
const IN_HAND: f64 = 40.0;

/// Lower bounds of the deviations of height and of value in hand, as fractions of the piece's value.
const HEIGHT_OF_WORTH: f64 = 0.25;
const IN_HAND_OF_WORTH: f64 = 0.2;

/// Prior standard deviation of the value of one square, or of one place near a royal piece.
const PLACE: f64 = 60.0;

/// A tunable parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[doc(hidden)]
pub enum Parameter {
    /// A coefficient of the curve of square values in the middlegame (0) or the endgame (1).
    Curve { role: Role, phase: usize, at: usize },
    /// The value of a square of mobility.
    Mobility(Role),
    /// The same in the endgame only.
    MobilityInEnd(Role),
    /// The additional value of each of the first few squares of mobility.
    FewMoves(Role),
    /// The danger of a piece near a royal piece.
    Danger(Role),
    /// The additional value in hand.
    InHand(Role),
    /// The additional value of one square.
    Square { role: Role, at: usize },
    /// The value of a place near the own royal piece (0) or the opponent's (1).
    Beside { role: Role, whose: usize, at: usize },
    /// One of [`TERMS`].
    Term(usize),
}

/// All parameters of a variant but those of single squares and of places near royal pieces.
pub(super) fn parameters(book: &CompiledRules) -> Vec<Parameter> {
    let has_hands = book.drops().is_some() || book.captured_to().keeps_prisoners();
    let mut found = Vec::new();
    for role in (0..book.roles.len()).map(Role::new) {
        for phase in 0..2 {
            found.extend((0..N_CURVE).map(|at| Parameter::Curve { role, phase, at }));
        }
        found.push(Parameter::Mobility(role));
        found.push(Parameter::MobilityInEnd(role));
        found.push(Parameter::FewMoves(role));
        found.push(Parameter::Danger(role));
        if has_hands {
            found.push(Parameter::InHand(role));
        }
    }
    found.extend((0..N_TERMS).map(Parameter::Term));
    found
}

impl Parameter {
    /// A step that is large enough for its effect to exceed the rounding.
    pub(super) fn step(self) -> i32 {
        match self {
            Parameter::Curve { .. } => 512,
            Parameter::Mobility(_) | Parameter::MobilityInEnd(_) | Parameter::FewMoves(_) => 32,
            Parameter::Danger(_) => 6,
            Parameter::InHand(_) => 512,
            Parameter::Square { .. } | Parameter::Beside { .. } => 64,
            Parameter::Term(term) => TERMS[term].step,
        }
    }

    /// Whether this is the side-to-move bonus.
    #[doc(hidden)]
    pub fn is_tempo(self) -> bool {
        matches!(self, Parameter::Term(term) if TERMS[term].name == "tempo")
    }

    /// The prior standard deviation. It grows with the value of the piece, as does the error of the derived
    /// value.
    pub(super) fn spread(self, weights: &Weights) -> f64 {
        let part_of = |role: Role, part: f64| f64::from(weights.worth[role.index()]) * part;
        match self {
            Parameter::Curve { role, at: 0, .. } => HEIGHT.max(part_of(role, HEIGHT_OF_WORTH)),
            Parameter::Curve { .. } => SLOPE,
            Parameter::Mobility(_) | Parameter::MobilityInEnd(_) => 3.0,
            Parameter::FewMoves(_) => 6.0,
            Parameter::Danger(_) => 4.0,
            Parameter::InHand(role) => IN_HAND.max(part_of(role, IN_HAND_OF_WORTH)),
            Parameter::Square { .. } | Parameter::Beside { .. } => PLACE,
            Parameter::Term(term) => TERMS[term].spread,
        }
    }

    /// Adds an amount of the parameter to weights. Exchange values stay; the value in hand grows by the
    /// average over the board.
    pub(super) fn add(self, book: &CompiledRules, weights: &mut Weights, amount: i32) {
        if amount == 0 {
            return;
        }
        match self {
            Parameter::Curve { role, phase, at } => {
                let in_hand = f64::from(amount) * mean_basis(book)[at] / 2.0;
                weights.in_hand[role.index()] += in_hand.round() as i32;
                for color in Color::ALL {
                    for square in book.shape.squares() {
                        let height = f64::from(amount) * basis(book, color, square)[at];
                        let height = height.round() as i32;
                        let place = weights.place(color, role.index(), square.index());
                        weights.squares[place].add(in_phase(phase, height));
                    }
                }
            }
            Parameter::Mobility(role) => {
                weights.mobility[role.index()].add(Phased::new(amount, amount));
            }
            Parameter::MobilityInEnd(role) => {
                weights.mobility[role.index()].add(Phased::new(0, amount));
            }
            Parameter::FewMoves(role) => weights.few_moves[role.index()] += amount,
            Parameter::Danger(role) => weights.danger[role.index()] += amount,
            Parameter::InHand(role) => weights.in_hand[role.index()] += amount,
            Parameter::Square { role, at } => {
                for color in Color::ALL {
                    let squares = book.shape.squares();
                    for square in squares.filter(|square| folded(book, color, *square) == at) {
                        let place = weights.place(color, role.index(), square.index());
                        weights.squares[place].add(Phased::new(amount, amount));
                    }
                }
            }
            Parameter::Beside { role, whose, at } => {
                let table = &mut weights.by_royal[whose];
                table.resize(weights.worth.len() * PLACES_BESIDE, 0);
                table[role.index() * PLACES_BESIDE + at] += amount;
            }
            Parameter::Term(term) => (TERMS[term].add)(weights, amount),
        }
    }
}

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

fn in_phase(phase: usize, amount: i32) -> Phased {
    if phase == 0 {
        Phased::new(amount, 0)
    } else {
        Phased::new(0, amount)
    }
}

/// The average of the basis functions over the board.
fn mean_basis(book: &CompiledRules) -> [f64; N_CURVE] {
    let mut mean = [0.0; N_CURVE];
    let n_squares = f64::from(book.shape.area() as u32);
    for square in book.shape.squares() {
        let basis = basis(book, Color::White, square);
        for (mean, value) in mean.iter_mut().zip(basis) {
            *mean += value / n_squares;
        }
    }
    mean
}

/// The basis functions of a curve: 1, `r`, `r²`, `f`, `f²` and `rf`, with `r` from 0 on the first rank of the
/// side to 1 on the last, and `f` from 0 at the center of the files to 1 at both edges.
pub(super) fn basis(book: &CompiledRules, color: Color, square: Square) -> [f64; N_CURVE] {
    let shape = &book.shape;
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
pub(super) fn folded(book: &CompiledRules, color: Color, square: Square) -> usize {
    let shape = &book.shape;
    let rank = match color {
        Color::White => shape.rank_of(square),
        Color::Black => shape.ranks() - 1 - shape.rank_of(square),
    };
    let file = shape.file_of(square);
    let from_edge = file.min(shape.files() - 1 - file);
    usize::from(rank) * folded_files(shape) + usize::from(from_edge)
}
