//! The integration tests, one binary.

mod definition;
mod grammar;
mod harness;
mod movegen;
mod syntax;
