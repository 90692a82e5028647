//! Static evaluation of table positions.
//!
//! - `features`: the evaluator with its sets of squares, computed once for a variant, and incremental sums over pieces;
//! - `promotable`: pieces that can promote;
//! - `evaluate`: the evaluation.

mod evaluate;
mod features;
mod promotable;

pub(super) use features::Evaluator;
