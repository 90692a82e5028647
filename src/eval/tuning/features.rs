//! Features of positions for tuning: the effect of each parameter on the evaluation, by finite differences.

use std::collections::{BTreeMap, BTreeSet};

use super::{Parameter, Tuning, parameter};
use crate::eval::{Evaluation, weights};
use crate::game::Variant;
use crate::geometry::Square;
use crate::movegen::{GeneralStack, SearchStack, Weights, beside};
use crate::state::{Color, Piece, Setup};

/// Minimum number of positions that contain a square or a place, for its parameter to be tuned.
const LEAST_SEEN: usize = 40;

/// Maximum number of these parameters, to bound the time.
const MOST_PLACES: usize = 2500;

/// The index of a parameter, and the derivative of the evaluation with respect to it.
pub type Feature = (u32, f32);

/// The parameters of single squares and places, each with the indices of the positions that contain it.
pub type Places = BTreeMap<Parameter, Vec<usize>>;

/// The evaluation of a variant as a model with parameters.
#[derive(Debug)]
pub struct Lessons {
    variant: Variant,
    weights: Weights,
}

impl Lessons {
    #[doc(hidden)]
    pub fn new(variant: &Variant, evaluation: &Evaluation) -> Lessons {
        Lessons {
            variant: variant.clone(),
            weights: weights(variant, evaluation),
        }
    }

    /// The unit of scores in centipawns of chess.
    #[doc(hidden)]
    pub fn unit(&self) -> i32 {
        self.weights.unit
    }

    /// All parameters but those of single squares and places.
    #[doc(hidden)]
    pub fn parameters(&self) -> Vec<Parameter> {
        parameter::parameters(self.variant.book())
    }

    /// The parameters of single squares and of places near royal pieces that enough positions contain, with
    /// the indices of these positions.
    #[doc(hidden)]
    pub fn places(&self, setups: &[Setup]) -> Places {
        let mut shown = Places::new();
        for (position, setup) in setups.iter().enumerate() {
            for place in self.places_of(setup) {
                shown.entry(place).or_default().push(position);
            }
        }
        let mut often: Vec<(Parameter, Vec<usize>)> = shown.into_iter().collect();
        often.retain(|(_, positions)| positions.len() >= LEAST_SEEN);
        often.sort_by_key(|(_, positions)| std::cmp::Reverse(positions.len()));
        often.truncate(MOST_PLACES);
        often.into_iter().collect()
    }

    /// The square and place parameters of the pieces of a position.
    fn places_of(&self, setup: &Setup) -> BTreeSet<Parameter> {
        let book = self.variant.book();
        let place = |square: Square| {
            let shape = &book.shape;
            [shape.file_of(square).into(), shape.rank_of(square).into()]
        };
        let royals = |color: Color| {
            let pieces = setup.board.pieces();
            pieces.filter(move |(_, piece)| piece.color == color && book.role(piece.role).royal)
        };
        let mut found = BTreeSet::new();
        for (square, piece) in setup.board.pieces() {
            let Piece { color, role } = piece;
            let at = parameter::folded(book, color, square);
            found.insert(Parameter::Square { role, at });
            for (whose, side) in [color, color.opponent()].into_iter().enumerate() {
                for (royal, _) in royals(side).filter(|(royal, _)| *royal != square) {
                    let at = beside(color, place(square), place(royal));
                    found.insert(Parameter::Beside { role, whose, at });
                }
            }
        }
        found
    }

    /// The prior standard deviations of parameters.
    #[doc(hidden)]
    pub fn spreads(&self, parameters: &[Parameter]) -> Vec<f64> {
        let spreads = parameters.iter();
        spreads
            .map(|parameter| parameter.spread(&self.weights))
            .collect()
    }

    /// The tuning with these parameter values.
    #[doc(hidden)]
    pub fn tuning(&self, parameters: &[Parameter], values: &[f64]) -> Tuning {
        let pairs = parameters.iter().copied().zip(values.iter().copied());
        Tuning::of_values(self.variant.def(), pairs)
    }

    /// The static evaluations of positions for White, in centipawns of chess.
    #[doc(hidden)]
    pub fn evaluations(&self, setups: &[Setup]) -> Vec<f64> {
        evaluations(&self.variant, &self.weights, setups.iter())
    }

    /// The nonzero features of each position, for White. Square and place parameters are evaluated only on
    /// the positions that contain them.
    ///
    /// If the evaluation is not linear in a parameter, the feature is the mean slope over its step.
    #[doc(hidden)]
    pub fn features(
        &self,
        setups: &[Setup],
        parameters: &[Parameter],
        places: &Places,
    ) -> Vec<Vec<Feature>> {
        let before = self.evaluations(setups);
        let everywhere: Vec<usize> = (0..setups.len()).collect();
        let mut found = vec![Vec::new(); setups.len()];
        for (number, parameter) in parameters.iter().enumerate() {
            let mut changed = self.weights.clone();
            parameter.add(self.variant.book(), &mut changed, parameter.step());
            let positions = places.get(parameter).unwrap_or(&everywhere);
            let setups = positions.iter().map(|position| &setups[*position]);
            let after = evaluations(&self.variant, &changed, setups);
            let step = f64::from(parameter.step());
            for (position, after) in positions.iter().zip(after) {
                let growth = ((after - before[*position]) / step) as f32;
                if growth != 0.0 {
                    found[*position].push((number as u32, growth));
                }
            }
        }
        found
    }
}

fn evaluations<'s>(
    variant: &Variant,
    weights: &Weights,
    setups: impl Iterator<Item = &'s Setup>,
) -> Vec<f64> {
    let mut setups = setups.peekable();
    let Some(first) = setups.peek() else {
        return Vec::new();
    };
    let mut tables: Option<Box<dyn SearchStack + '_>> = variant
        .table_engine()
        .and_then(|plan| plan.search_stack(variant.book(), weights, first));
    let mut general = GeneralStack::new(variant.rules_with_paths(), weights, first);
    let evaluate = |setup: &Setup| {
        let by_tables = tables.as_mut().and_then(|stack| {
            let holds = stack.begin(setup);
            holds.then(|| stack.evaluate())
        });
        let for_mover = by_tables.unwrap_or_else(|| {
            general.begin(setup);
            general.evaluate()
        });
        f64::from(match setup.turn {
            Color::White => for_mover,
            Color::Black => -for_mover,
        })
    };
    setups.map(evaluate).collect()
}
