//! Evaluation tuning: learned corrections of the derived weights of one variant.
//!
//! They are added to the derived [`Weights`]. The square values of a piece are a curve over ranks and files
//! instead of a table, so that a few thousand games determine it. With scores of a teacher for many
//! positions, a piece-square table and a table of places near the royal pieces are added.

mod features;
mod file;
mod parameter;

#[doc(hidden)]
pub use features::{Feature, Lessons, Places};
#[doc(hidden)]
pub use parameter::Parameter;

use std::collections::BTreeMap;

use super::network::Network;
use crate::definition::VariantDef;
use crate::movegen::{FILES_BESIDE, Phased, RANKS_BESIDE, Weights};
use crate::rules::CompiledRules;
use crate::state::Role;

use parameter::{N_CURVE, N_TERMS, folded_files};

/// Corrections for one kind of piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceTuning {
    /// The coefficients of the curve over the board, by phase.
    curves: [[i32; N_CURVE]; 2],
    /// For each square of mobility.
    mobility: i32,
    /// The same in the endgame only.
    mobility_in_end: i32,
    /// For each of the first few squares of mobility.
    few_moves: i32,
    /// Pressure for each attacked square next to a royal piece.
    danger: i32,
    /// In hand, in addition to the correction on the board.
    in_hand: i32,
    /// Additional values of the squares of one wing, mirrored to the other: rank by rank from the first one
    /// of the side, from the edge to the center. Empty for none.
    squares: Vec<Vec<i32>>,
    /// Values of places relative to the own royal piece, and to the opponent's, rank by rank. Empty for none.
    by_royal: [Vec<Vec<i32>>; 2],
}

/// Corrections of the derived evaluation of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// By the name of the piece.
    pieces: BTreeMap<String, PieceTuning>,
    terms: [i32; N_TERMS],
    /// A network that is added to the other terms, or replaces them.
    network: Option<Network>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            pieces: BTreeMap::new(),
            terms: [0; N_TERMS],
            network: None,
        }
    }
}

impl Tuning {
    /// Derived weights with a network.
    pub fn of_network(network: Network) -> Tuning {
        Tuning {
            network: Some(network),
            ..Tuning::default()
        }
    }

    /// The network, if the evaluation has one.
    pub fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// The tuning with these parameter values.
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
    #[doc(hidden)]
    pub fn values(&self, def: &VariantDef, parameters: &[Parameter]) -> Vec<f64> {
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

    /// Adds the corrections to derived weights. Entries for pieces that the variant does not have are
    /// ignored.
    pub(crate) fn apply(&self, book: &CompiledRules, weights: &mut Weights) {
        if let Some(network) = &self.network {
            weights.network = network.for_rules(book);
        }
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
            // Exchange values follow the average over the board.
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
    /// The average correction of the square values.
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
