//! The integration tests, one binary.

mod definition;
mod diagram;
mod fairy_stockfish;
mod grammar;
mod harness;
mod movegen;
mod syntax;
