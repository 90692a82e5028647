//! The integration tests, one binary.

mod architecture;
#[cfg(feature = "cli")]
mod cli;
mod codes;
mod conformance;
mod definition;
mod diagram;
mod explain;
mod grammar;
mod harness;
mod movegen;
mod notation;
mod render;
mod syntax;
