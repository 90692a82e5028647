//! Tuning of the evaluation by game results (Texel tuning).
//!
//! It determines the parameters of a [`Tuning`](ferz::eval::Tuning) with which the evaluation best predicts
//! results.
//!
//! White's share of the point is predicted by a logistic function of the evaluation. Its scale is determined
//! first; then Newton's method finds the parameters with the maximum likelihood of the results, with a prior
//! around 0. Every tenth game is reserved for validation.
//!
//! A teacher, usually another engine, can supply scores of the positions as additional targets.

mod learned;
mod practice;

pub use learned::Learned;
pub use practice::Practice;
