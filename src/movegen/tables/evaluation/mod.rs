//! Static evaluation of table positions.
//!
//! - `features`: the evaluator with the sets of squares that it needs, computed once for a variant;
//! - `tally`: incremental sums of the evaluation over pieces, and the terms of one side;
//! - `evaluate`: the evaluation.

mod evaluate;
mod features;
mod promotable;
mod tally;

pub(super) use features::Evaluator;
