//! `ferz betza`: converts a move description to its canonical spelling or to another dialect.

use std::io::Write;

use clap::ValueEnum;

use crate::cli::args::dialects;
use crate::cli::report::{self, Source};
use crate::cli::stop::Stop;
use ferz::movement::{Joints, PrintStyle, convert_with};
use ferz::syntax::betza::Dialect;

/// Spell a move description canonically, or say it in another dialect
///
/// Moves that the other dialect cannot say are reported, each with its place and the reason; the
/// rest is printed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz betza --to xboard '[F?R]'")]
pub(in crate::cli) struct Args {
    /// A move description in Betza or XBetza notation
    betza: String,
    /// The dialect in which it is written
    #[arg(long, value_parser = dialects(), default_value = "xbetza")]
    from: Dialect,
    /// The dialect in which it is wanted
    #[arg(long, value_parser = dialects(), default_value = "xbetza")]
    to: Dialect,
    /// How moves of several legs are written where there is a choice
    #[arg(long, value_enum, default_value = "shortest")]
    joints: Words,
}

/// [`Joints`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Words {
    /// Whichever is shorter
    Shortest,
    /// With `a` before one atom: `FyafsF`
    Chains,
    /// In square brackets: `[F?R]`
    Brackets,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let joints = match args.joints {
        Words::Shortest => Joints::Shortest,
        Words::Chains => Joints::Chains,
        Words::Brackets => Joints::Brackets,
    };
    let converted = convert_with(&args.betza, args.from, args.to, &PrintStyle { joints });
    let source = Source {
        name: "<notation>",
        text: &args.betza,
    };
    report::show(source, &converted.diagnostics);
    if !converted.value.is_empty() {
        writeln!(out, "{}", converted.value)?;
    }
    if converted.has_errors() {
        Err(Stop::Findings)
    } else {
        Ok(())
    }
}
