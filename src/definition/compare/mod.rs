//! Comparison of two definitions as games.

mod renumber;

mod rule_differences;

mod differences;

pub use differences::differences;
