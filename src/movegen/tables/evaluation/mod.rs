//! Static evaluation of table positions.
//!
//! - `features`: the evaluator with its sets of squares, computed once for a variant;
//! - `tally`: incremental sums over pieces, and the terms of one side;
//! - `promotable`: pieces that can promote;
//! - `evaluate`: the evaluation.

mod evaluate;
mod features;
mod promotable;
mod tally;

pub(super) use features::Evaluator;
