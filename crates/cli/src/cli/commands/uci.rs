//! `ferz uci`: the engine with UCI and USI.

use std::io::Write;

use crate::cli::engine;
use crate::cli::stop::Stop;
use crate::protocol::Uci;

/// Run the engine for UCI and USI programs
///
/// Reads commands from standard input and writes answers to standard output, until `quit` or the end of the input.
/// See docs/protocols.md for all commands and options.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  printf 'position startpos moves e2e4\\ngo depth 4\\n' | ferz uci"
)]
pub(in crate::cli) struct Args {
    /// Definition files whose variants are offered in addition
    files: Vec<String>,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let library = engine::library(&args.files)?;
    engine::run(&mut Uci::with_library(library), out)
}
