//! The integration tests, one binary.

mod architecture;
#[cfg(feature = "cli")]
mod cli;
mod codes;
mod conformance;
mod definition;
mod diagram;
mod fairy_max;
mod grammar;
mod harness;
mod movegen;
mod notation;
mod render;
mod semantics;
mod syntax;
