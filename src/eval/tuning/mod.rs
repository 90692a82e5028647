//! Evaluation tuning: learned corrections of the derived weights of one variant.
//!
//! They are added to the derived [`Weights`]: numbers for the terms and for each kind of piece, and the output of
//! a network. The square values of a piece are a curve over ranks and files, a piece-square table, and tables of
//! places near the royal pieces.

mod file;

use crate::geometry::Square;
use crate::movegen::{KING_RELATIVE_SQUARES, Phased, Weights};
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

use super::network::Network;
use file::{N_CURVE, N_TERMS, TERMS, basis, folded, mean_basis};
pub use file::{builtin_evaluation, builtin_tuning};

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
    /// By the name of the piece, in order.
    pieces: Vec<(String, PieceTuning)>,
    terms: [i32; N_TERMS],
    /// A network that is added to the other terms, or replaces them.
    network: Option<Network>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            pieces: Vec::new(),
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

    /// Adds the corrections to derived weights. Entries for pieces that the variant does not have are
    /// ignored.
    pub(crate) fn apply(&self, rules: &CompiledRules, weights: &mut Weights) {
        if let Some(network) = &self.network {
            weights.network = network.for_rules(rules);
        }
        for (name, piece) in &self.pieces {
            let Some(id) = rules.def.piece_id(name) else {
                continue;
            };
            piece.apply(rules, Role::from(id), weights);
        }
        for ((_, add), value) in TERMS.iter().zip(self.terms) {
            add(weights, value);
        }
    }
}

impl PieceTuning {
    /// Adds the corrections of the piece with this role.
    fn apply(&self, rules: &CompiledRules, role: Role, weights: &mut Weights) {
        let number = role.index();
        for color in Color::ALL {
            for square in rules.shape.squares() {
                let place = weights.place(color, number, square.index());
                weights.squares[place].add(self.on(rules, color, square));
            }
        }
        // The value in hand follows the average of the curves over the board.
        let mean = mean_basis(rules);
        let products = self.curves.iter().flat_map(|curve| curve.iter().zip(mean));
        let in_hand = products.map(|(value, mean)| (f64::from(*value) * mean / 2.0).round() as i32);
        weights.in_hand[number] += in_hand.sum::<i32>() + self.in_hand;
        let in_end = self.mobility + self.mobility_in_end;
        weights.mobility[number].add(Phased::new(self.mobility, in_end));
        weights.few_moves[number] += self.few_moves;
        weights.danger[number] += self.danger;
        for (sums, table) in weights.by_royal.iter_mut().zip(&self.by_royal) {
            if table.is_empty() {
                continue;
            }
            sums.resize(weights.worth.len() * KING_RELATIVE_SQUARES, 0);
            let sums = sums[number * KING_RELATIVE_SQUARES..].iter_mut();
            sums.zip(table.iter().flatten())
                .for_each(|(sum, value)| *sum += value);
        }
        // Exchange values follow the average over the board.
        let worth = &mut weights.worth[number];
        if *worth > 0 {
            *worth = (*worth + self.mean(rules)).max(1);
        }
    }

    /// The correction on a square.
    fn on(&self, rules: &CompiledRules, color: Color, square: Square) -> Phased {
        let basis = basis(rules, color, square);
        let [middle, end] = self.curves.map(|curve| {
            let products = curve.iter().zip(basis);
            let heights = products.map(|(value, basis)| (f64::from(*value) * basis).round() as i32);
            heights.sum::<i32>() + self.in_table(rules, color, square)
        });
        Phased::new(middle, end)
    }

    /// The number of a square in the piece-square table.
    fn in_table(&self, rules: &CompiledRules, color: Color, square: Square) -> i32 {
        let mut values = self.squares.iter().flatten();
        values
            .nth(folded(rules, color, square))
            .copied()
            .unwrap_or(0)
    }

    /// The average correction of the square values.
    fn mean(&self, rules: &CompiledRules) -> i32 {
        let (mut sum, mut count) = (0, 0_i32);
        for square in rules.shape.squares() {
            let basis = basis(rules, Color::White, square);
            for curve in &self.curves {
                let products = curve.iter().zip(basis);
                let height: f64 = products
                    .map(|(value, basis)| f64::from(*value) * basis)
                    .sum();
                sum += height.round() as i32 + self.in_table(rules, Color::White, square);
                count += 1;
            }
        }
        sum / count.max(1)
    }
}
