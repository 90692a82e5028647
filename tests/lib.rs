//! The integration tests, one binary.

mod definition;
mod diagram;
mod grammar;
mod harness;
mod laws;
mod movegen;
mod print;
mod semantics;
mod syntax;
