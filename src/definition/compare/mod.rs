//! Comparison of two definitions as games.

mod promotion_choices;
mod renumber;
mod rights;

mod rule_differences;

mod differences;

pub use differences::differences;
