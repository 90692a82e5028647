//! The integration tests, one binary.

mod architecture;
#[cfg(feature = "cli")]
mod cli;
mod codes;
mod conformance;
mod definition;
mod diagram;
mod explain;
mod fairy_max;
mod fairy_stockfish;
mod formats;
mod game_end;
mod games;
mod grammar;
mod harness;
mod laws;
mod movegen;
mod notation;
mod pictures;
mod print;
mod readme;
mod render;
mod semantics;
mod settings;
mod syntax;
mod written_toml;
