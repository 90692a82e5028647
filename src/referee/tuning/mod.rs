//! Learns from games what positions are worth: the numbers of a [`Tuning`](crate::eval::Tuning), so that the
//! evaluation foretells results as well as it can.
//!
//! The share of the point that White gets is foretold by a logistic function of the evaluation. Its scale
//! is found first; then Newton's method finds the numbers that make the results likeliest, each of which is
//! expected to be near 0. Every tenth game is kept aside and shows whether what was learned holds elsewhere.
//!
//! A teacher, mostly another engine, may say of each position what it is worth. Then its answers are foretold
//! as well.

mod learned;
mod practice;

pub use learned::Learned;
pub use practice::Practice;
