//! `ferz xboard`: the engine with the XBoard protocol.

use std::io::Write;

use crate::cli::engine;
use crate::cli::stop::Stop;
use crate::protocol::{Offering, XBoard};

/// Run the engine for the XBoard protocol
///
/// XBoard receives the boards and pieces of unknown variants from the engine. `ferz variants --xboard` lists the
/// variants that it can show. See docs/protocols.md for all commands.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  xboard -fcp 'ferz xboard mine.toml' -variant mine")]
pub(in crate::cli) struct Args {
    /// Definition files whose variants are offered in addition
    files: Vec<String>,
    /// Also offer variants that XBoard cannot show
    #[arg(long)]
    all_variants: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let offering = if args.all_variants {
        Offering::All
    } else {
        Offering::Shown
    };
    let library = engine::library(&args.files)?;
    engine::run(&mut XBoard::new(library, offering), out)
}
