//! The program `ferz`, and what its protocols and matches are made of.
//!
//! - [`protocol`]: UCI, XBoard and USI as state machines: lines in, lines out, without streams, clocks and
//!   threads;
//! - [`referee`]: matches: openings, one game between two engines, statistics;
//! - [`main`]: the program.

mod cli;
pub mod protocol;
pub mod referee;

pub use cli::main;
