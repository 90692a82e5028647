//! Static evaluation of table positions.
//!
//! - `promoter_sets`, `features`, `places`: sets of squares, computed once for a variant;
//! - `evaluator`: these with tables and weights;
//! - `tally`: incremental sums over pieces;
//! - `side_terms`: terms of one side; `promotable`: promotable pieces;
//! - `evaluate`: the evaluation.

mod evaluate;
mod evaluator;
mod features;
mod places;
mod promotable;
mod promoter_sets;
mod side_terms;
mod tally;

pub(super) use evaluator::Evaluator;
