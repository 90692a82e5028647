//! Comparison of two definitions as games.

mod differences;
mod renumber;
mod rule_differences;

pub use differences::differences;
