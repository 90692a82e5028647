//! `ferz uci`: the engine with UCI and USI.

use std::io::Write;

use crate::cli::engine;
use crate::cli::stop::Stop;
use crate::protocol::Uci;

/// Play as an engine that speaks UCI or USI
///
/// Commands come from standard input, answers go to standard output, until `quit` or the end of the
/// input. docs/protocols.md has all commands and options.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  printf 'position startpos moves e2e4\\ngo depth 4\\n' | ferz uci"
)]
pub(in crate::cli) struct Args {
    /// Definition files whose variants are offered as well
    files: Vec<String>,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let library = engine::library(&args.files)?;
    engine::run(&mut Uci::with_library(library), out)
}
