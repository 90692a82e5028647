//! What parameters do to the evaluation of positions, found by changing them.

use super::{Parameter, Tuning, parameter};
use crate::eval::{Evaluation, weights};
use crate::game::Variant;
use crate::movegen::{GeneralStack, SearchStack, Weights};
use crate::state::{Color, Setup};

/// The evaluation of a variant as something that can be learned.
#[derive(Debug)]
pub(crate) struct Lessons {
    variant: Variant,
    weights: Weights,
}

impl Lessons {
    pub(crate) fn new(variant: &Variant, evaluation: &Evaluation) -> Lessons {
        Lessons {
            variant: variant.clone(),
            weights: weights(variant, evaluation),
        }
    }

    /// All that can be tuned.
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        parameter::parameters(self.variant.book())
    }

    /// How far each is expected to be from 0.
    pub(crate) fn spreads(&self, parameters: &[Parameter]) -> Vec<f64> {
        let spreads = parameters.iter();
        spreads
            .map(|parameter| parameter.spread(&self.weights))
            .collect()
    }

    /// The tuning with these values of parameters.
    pub(crate) fn tuning(&self, parameters: &[Parameter], values: &[f64]) -> Tuning {
        let pairs = parameters.iter().copied().zip(values.iter().copied());
        Tuning::of_values(self.variant.def(), pairs)
    }

    /// What positions are worth for White, in hundredths of a pawn of chess.
    pub(crate) fn evaluations(&self, setups: &[Setup]) -> Vec<f64> {
        evaluations(&self.variant, &self.weights, setups)
    }

    /// By position and parameter: by how much the evaluation for White grows with the parameter.
    ///
    /// Where the evaluation is no sum, that is its mean growth over the step of the parameter.
    pub(crate) fn features(&self, setups: &[Setup], parameters: &[Parameter]) -> Vec<Vec<f32>> {
        let before = self.evaluations(setups);
        let mut found = vec![Vec::with_capacity(parameters.len()); setups.len()];
        for parameter in parameters {
            let mut changed = self.weights.clone();
            parameter.add(self.variant.book(), &mut changed, parameter.step());
            let after = evaluations(&self.variant, &changed, setups);
            let step = f64::from(parameter.step());
            for (row, (before, after)) in found.iter_mut().zip(before.iter().zip(after)) {
                row.push(((after - before) / step) as f32);
            }
        }
        found
    }
}

fn evaluations(variant: &Variant, weights: &Weights, setups: &[Setup]) -> Vec<f64> {
    let Some(first) = setups.first() else {
        return Vec::new();
    };
    let mut tables: Option<Box<dyn SearchStack + '_>> = variant
        .fast()
        .and_then(|plan| plan.search_stack(variant.book(), weights, first));
    let mut general = GeneralStack::new(variant.book_with_paths(), weights, first);
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
    setups.iter().map(evaluate).collect()
}
