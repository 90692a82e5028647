//! Numbers by which the evaluation of one variant is better than what is derived from its pieces.
//!
//! They are added to the derived [`Weights`]. What a square adds to a piece is not a table but a curve over
//! ranks and files, so that a few thousand games are enough to know it. Where a teacher says what many positions
//! are worth, a table over squares is added to it, and one over places beside the royal pieces.

mod features;
mod file;
mod parameter;

pub(crate) use features::{Feature, Lessons, Places};
pub(crate) use parameter::Parameter;

use std::collections::BTreeMap;

use crate::definition::VariantDef;
use crate::movegen::{FILES_BESIDE, Phased, RANKS_BESIDE, Weights};
use crate::rules::CompiledRules;
use crate::state::Role;

use parameter::{N_CURVE, N_TERMS, folded_files};

/// What is added for one kind of piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceTuning {
    /// By phase: the coefficients of the curve over the board.
    curves: [[i32; N_CURVE]; 2],
    /// For each square more that it sees.
    mobility: i32,
    /// The same in the end only.
    mobility_in_end: i32,
    /// For each of the first few squares.
    few_moves: i32,
    /// For each square beside a royal piece that it attacks: to the pressure.
    danger: i32,
    /// In hand, beside what it is worth more on the board.
    in_hand: i32,
    /// On each square of one wing, beside the curve: rank by rank from the own first one, from the edge to the
    /// middle. Empty where that is nothing.
    squares: Vec<Vec<i32>>,
    /// In each place beside the own royal piece, and beside the opponent's, rank by rank; empty where that is
    /// nothing.
    by_royal: [Vec<Vec<i32>>; 2],
}

/// What is added to the derived evaluation of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// By the name of the piece.
    pieces: BTreeMap<String, PieceTuning>,
    terms: [i32; N_TERMS],
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            pieces: BTreeMap::new(),
            terms: [0; N_TERMS],
        }
    }
}

impl Tuning {
    /// The tuning with these values of the parameters of a variant.
    fn of_values(def: &VariantDef, values: impl Iterator<Item = (Parameter, f64)>) -> Tuning {
        let mut tuning = Tuning::default();
        for (parameter, value) in values {
            let value = value.round() as i32;
            if let Some(place) = tuning.place(def, parameter) {
                *place = value;
            }
        }
        tuning
            .pieces
            .retain(|_, piece| *piece != PieceTuning::default());
        tuning
    }

    /// The values of parameters.
    pub(crate) fn values(&self, def: &VariantDef, parameters: &[Parameter]) -> Vec<f64> {
        let mut whole = self.clone();
        let values = parameters.iter();
        values
            .map(|parameter| {
                whole
                    .place(def, *parameter)
                    .map_or(0.0, |value| f64::from(*value))
            })
            .collect()
    }

    fn place(&mut self, def: &VariantDef, parameter: Parameter) -> Option<&mut i32> {
        match parameter {
            Parameter::Curve { role, phase, at } => {
                Some(&mut self.piece(def, role)?.curves[phase][at])
            }
            Parameter::Mobility(role) => Some(&mut self.piece(def, role)?.mobility),
            Parameter::MobilityInEnd(role) => Some(&mut self.piece(def, role)?.mobility_in_end),
            Parameter::FewMoves(role) => Some(&mut self.piece(def, role)?.few_moves),
            Parameter::Danger(role) => Some(&mut self.piece(def, role)?.danger),
            Parameter::InHand(role) => Some(&mut self.piece(def, role)?.in_hand),
            Parameter::Square { role, at } => {
                let shape = &def.shape;
                let n_files = folded_files(shape);
                let squares = &mut self.piece(def, role)?.squares;
                squares.resize(shape.ranks().into(), vec![0; n_files]);
                squares.get_mut(at / n_files)?.get_mut(at % n_files)
            }
            Parameter::Beside { role, whose, at } => {
                let table = self.piece(def, role)?.by_royal.get_mut(whose)?;
                table.resize(RANKS_BESIDE, vec![0; FILES_BESIDE]);
                table.get_mut(at / FILES_BESIDE)?.get_mut(at % FILES_BESIDE)
            }
            Parameter::Term(term) => self.terms.get_mut(term),
        }
    }

    fn piece(&mut self, def: &VariantDef, role: Role) -> Option<&mut PieceTuning> {
        let (name, _) = def.pieces.get_index(role.index())?;
        Some(self.pieces.entry(name.clone()).or_default())
    }

    /// Adds what is tuned to derived weights. Pieces that the variant does not have are left out.
    pub(crate) fn apply(&self, book: &CompiledRules, weights: &mut Weights) {
        for (name, piece) in &self.pieces {
            let Some(id) = book.def.piece_id(name) else {
                continue;
            };
            let role = Role::from(id);
            for (phase, curve) in piece.curves.iter().enumerate() {
                let curve = curve.iter().enumerate();
                curve.for_each(|(at, value)| {
                    Parameter::Curve { role, phase, at }.add(book, weights, *value);
                });
            }
            Parameter::Mobility(role).add(book, weights, piece.mobility);
            Parameter::MobilityInEnd(role).add(book, weights, piece.mobility_in_end);
            Parameter::FewMoves(role).add(book, weights, piece.few_moves);
            Parameter::Danger(role).add(book, weights, piece.danger);
            Parameter::InHand(role).add(book, weights, piece.in_hand);
            for (at, value) in piece.squares.iter().flatten().enumerate() {
                Parameter::Square { role, at }.add(book, weights, *value);
            }
            for (whose, table) in piece.by_royal.iter().enumerate() {
                for (at, value) in table.iter().flatten().enumerate() {
                    Parameter::Beside { role, whose, at }.add(book, weights, *value);
                }
            }
            // Exchanges count what the piece is worth on average over the board.
            let worth = &mut weights.worth[role.index()];
            if *worth > 0 {
                *worth = (*worth + piece.mean(book)).max(1);
            }
        }
        for (term, value) in self.terms.iter().enumerate() {
            Parameter::Term(term).add(book, weights, *value);
        }
    }
}

impl PieceTuning {
    /// What the squares add on average.
    fn mean(&self, book: &CompiledRules) -> i32 {
        let mut sum = Phased::default();
        let mut n_squares = 0;
        for square in book.shape.squares() {
            n_squares += 2;
            let basis = parameter::basis(book, crate::state::Color::White, square);
            for (phase, curve) in self.curves.iter().enumerate() {
                let values = curve.iter().zip(basis);
                let height: f64 = values.map(|(value, basis)| f64::from(*value) * basis).sum();
                let height = height.round() as i32;
                sum.add(if phase == 0 {
                    Phased::new(height, 0)
                } else {
                    Phased::new(0, height)
                });
            }
            let folded = parameter::folded(book, crate::state::Color::White, square);
            let more = self
                .squares
                .iter()
                .flatten()
                .nth(folded)
                .copied()
                .unwrap_or(0);
            sum.add(Phased::new(more, more));
        }
        (sum.middle + sum.end) / n_squares.max(1)
    }
}
