//! `ferz completions`: writes shell completions.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::cli::args::Cli;
use crate::cli::stop::Stop;

/// Print a script that completes commands and options in a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz completions bash > ~/.local/share/bash-completion/completions/ferz\n  \
        ferz completions fish > ~/.config/fish/completions/ferz.fish"
)]
pub(in crate::cli) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    // `generate` exits on write errors, so it writes to memory first.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "ferz", &mut script);
    out.write_all(&script)?;
    Ok(())
}
