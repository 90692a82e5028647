//! The integration tests, one binary.

mod definition;
mod diagram;
mod grammar;
mod harness;
mod movegen;
mod print;
mod syntax;
