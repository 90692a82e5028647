//! `ferz xboard`: the engine with the XBoard protocol.

use std::io::Write;

use crate::cli::engine;
use crate::cli::stop::Stop;
use crate::protocol::{Offering, XBoard};

/// Play as an engine that speaks XBoard's protocol
///
/// XBoard shows variants that it does not know from what the engine tells it.
/// `ferz variants --xboard` says which it can show. docs/protocols.md has all commands.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  xboard -fcp 'ferz xboard mine.toml' -variant mine")]
pub(in crate::cli) struct Args {
    /// Definition files whose variants are offered as well
    files: Vec<String>,
    /// Offer variants that XBoard cannot show, too
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
