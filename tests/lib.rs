//! The integration tests, one binary.

mod architecture;
mod codes;
mod definition;
mod diagram;
mod grammar;
mod harness;
mod movegen;
mod syntax;
