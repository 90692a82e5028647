//! `ferz show`: a position as a picture.

use std::io::Write;

use crate::cli::args::PositionArgs;
use crate::cli::load;
use crate::cli::stop::Stop;
use crate::render::{BoardStyle, position_text};

/// Draw a position
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz show capablanca --moves b1c3")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Use letters only, no frames and symbols
    #[arg(long)]
    ascii: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let position = load::position(&args.position)?;
    let style = if args.ascii {
        BoardStyle::Ascii
    } else {
        BoardStyle::Unicode
    };
    let def = position.variant().def();
    writeln!(out, "{}\n", def.title.as_ref().unwrap_or(&def.name))?;
    write!(out, "{}", position_text(&position, style))?;
    writeln!(out, "FEN: {}", position.to_fen())?;
    Ok(())
}
