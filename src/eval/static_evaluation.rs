//! Static evaluations of many positions.

use super::{Evaluation, weights};
use crate::game::Variant;
use crate::movegen::{GeneralStack, SearchStack, Weights};
use crate::state::{Color, Setup};

/// The static evaluation of a variant, without search.
#[derive(Debug)]
#[doc(hidden)]
pub struct StaticEvaluation {
    variant: Variant,
    weights: Weights,
}

impl StaticEvaluation {
    /// The static evaluation with these weights.
    pub fn new(variant: &Variant, evaluation: &Evaluation) -> StaticEvaluation {
        StaticEvaluation {
            variant: variant.clone(),
            weights: weights(variant, evaluation),
        }
    }

    /// The unit of scores in centipawns of chess.
    pub fn unit(&self) -> i32 {
        self.weights.unit
    }

    /// The evaluations of positions for White, in centipawns of chess.
    pub fn evaluations(&self, setups: &[Setup]) -> Vec<f64> {
        let Some(first) = setups.first() else {
            return Vec::new();
        };
        let (variant, weights) = (&self.variant, &self.weights);
        let mut tables: Option<Box<dyn SearchStack + '_>> = variant
            .table_engine()
            .and_then(|plan| plan.search_stack(variant.compiled_rules(), weights, first));
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
        setups.iter().map(evaluate).collect()
    }
}
