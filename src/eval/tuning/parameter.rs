//! What can be tuned, one number each.

use crate::geometry::Square;
use crate::movegen::{Phased, Weights};
use crate::rules::Rulebook;
use crate::state::{Color, Role};

/// How many coefficients a curve over the board has.
pub(super) const N_CURVE: usize = 6;

/// The terms of the evaluation that are not about one kind of piece, with the step by which their effect
/// is seen, and how far from what is derived they are expected to be.
pub(super) const TERMS: [(&str, i32, f64); 17] = [
    ("tempo", 64, 10.0),
    ("shelter", 64, 6.0),
    ("castling", 64, 10.0),
    ("attack", 100, 60.0),
    ("hanging-middle", 64, 15.0),
    ("hanging-end", 64, 15.0),
    ("chased-middle", 64, 15.0),
    ("chased-end", 64, 15.0),
    ("both-halves-middle", 64, 20.0),
    ("both-halves-end", 64, 20.0),
    ("promoter-shelter", 64, 8.0),
    ("guarded-promoter-middle", 64, 8.0),
    ("guarded-promoter-end", 64, 8.0),
    ("promoter-behind-middle", 64, 10.0),
    ("promoter-behind-end", 64, 10.0),
    ("promotion-middle", 100, 60.0),
    ("promotion-end", 100, 60.0),
];

pub(super) const N_TERMS: usize = TERMS.len();

/// How far coefficients of curves are expected to be from 0: that of the height, and those of slopes.
const HEIGHT: f64 = 60.0;
const SLOPE: f64 = 40.0;

/// A number that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    /// A coefficient of the curve of a piece: what a square adds in the middle game (0) or the end (1).
    Curve { role: Role, phase: usize, at: usize },
    /// What a square more is worth that a piece sees.
    Mobility(Role),
    /// What a piece is worth more in hand.
    InHand(Role),
    /// One of [`TERMS`].
    Term(usize),
}

/// All parameters of a variant.
pub(super) fn parameters(book: &Rulebook) -> Vec<Parameter> {
    let rules = book.rules();
    let has_hands = rules.drops.is_some() || rules.keeps_prisoners();
    let mut found = Vec::new();
    for role in (0..book.roles.len()).map(Role::new) {
        for phase in 0..2 {
            found.extend((0..N_CURVE).map(|at| Parameter::Curve { role, phase, at }));
        }
        found.push(Parameter::Mobility(role));
        if has_hands {
            found.push(Parameter::InHand(role));
        }
    }
    found.extend((0..N_TERMS).map(Parameter::Term));
    found
}

impl Parameter {
    /// A change that is large enough for its effect to be seen through rounding.
    pub(super) fn step(self) -> i32 {
        match self {
            Parameter::Curve { .. } => 512,
            Parameter::Mobility(_) => 32,
            Parameter::InHand(_) => 512,
            Parameter::Term(term) => TERMS[term].1,
        }
    }

    /// How far it is expected to be from 0: the standard deviation before any game.
    pub(crate) fn spread(self) -> f64 {
        match self {
            Parameter::Curve { at: 0, .. } => HEIGHT,
            Parameter::Curve { .. } => SLOPE,
            Parameter::Mobility(_) => 3.0,
            Parameter::InHand(_) => 40.0,
            Parameter::Term(term) => TERMS[term].2,
        }
    }

    /// Adds so much of it to weights. What pieces are worth where they are exchanged stays.
    pub(super) fn add(self, book: &Rulebook, weights: &mut Weights, amount: i32) {
        match self {
            Parameter::Curve { role, phase, at } => {
                for color in Color::ALL {
                    for square in book.shape.squares() {
                        let height = f64::from(amount) * basis(book, color, square)[at];
                        let height = height.round() as i32;
                        let place = weights.place(color, role.index(), square.index());
                        weights.squares[place].add(in_phase(phase, height));
                    }
                }
            }
            Parameter::Mobility(role) => weights.mobility[role.index()] += amount,
            Parameter::InHand(role) => weights.in_hand[role.index()] += amount,
            Parameter::Term(term) => add_term(term, weights, amount),
        }
    }
}

fn add_term(term: usize, weights: &mut Weights, amount: i32) {
    match term {
        0 => weights.tempo += amount,
        1 => weights.shelter += amount,
        2 => weights.castling += amount,
        3 => weights.attack = (weights.attack + amount).max(0),
        4 | 5 => weights.hanging.add(in_phase(term - 4, amount)),
        6 | 7 => weights.chased.add(in_phase(term - 6, amount)),
        8 | 9 => weights.both_halves.add(in_phase(term - 8, amount)),
        10 => weights.promoter_shelter += amount,
        11 | 12 => weights.guarded_promoter.add(in_phase(term - 11, amount)),
        13 | 14 => weights.promoter_behind.add(in_phase(term - 13, amount)),
        _ => {
            let ways = weights.promoters.iter_mut().flat_map(|it| &mut it.ways);
            for way in ways.flatten() {
                let Phased { middle, end } = way.bonus;
                let whole = [middle, end][term - 15] * amount / 100;
                way.bonus.add(in_phase(term - 15, whole));
            }
        }
    }
}

fn in_phase(phase: usize, amount: i32) -> Phased {
    if phase == 0 {
        Phased::new(amount, 0)
    } else {
        Phased::new(0, amount)
    }
}

/// The functions of which a curve is made: 1, `r`, `r²`, `f`, `f²` and `rf`, where `r` goes from 0 on the
/// own first rank to 1 on the last, and `f` from 0 in the middle of the files to 1 at both edges.
pub(super) fn basis(book: &Rulebook, color: Color, square: Square) -> [f64; N_CURVE] {
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
