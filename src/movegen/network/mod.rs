//! Evaluation networks: one hidden layer over the pieces on their squares, in integers.
//!
//! Each side sees the position by its [`Inputs`] and has a sum of weights for each hidden unit. The sums of the
//! side to move and of its opponent, clipped and squared, times the output weights give the value. A move
//! changes few inputs, so that the sums are kept for each position of a line ([`Accumulators`]).
//!
//! The arithmetic is exact in integers and the same on every machine.

mod accumulators;
mod inputs;
mod layers;

pub(crate) use accumulators::{Accumulators, Change};
pub(crate) use inputs::{Features, Inputs, View};
pub use layers::Layers;
pub(crate) use layers::{LANES, MOST_HIDDEN, MOST_OUTPUT, Network};
