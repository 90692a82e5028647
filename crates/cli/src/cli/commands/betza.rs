//! `ferz betza`: converts a move description to its canonical spelling or to another dialect.

use std::io::Write;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::dialects;
use crate::cli::finding_json::finding_json;
use crate::cli::report::{self, Source};
use crate::cli::stop::Stop;
use ferz::movement::{Dialect, Joints, PrintStyle, convert_with};

/// Write a move description in its shortest form, or in another dialect
///
/// Moves that the other dialect cannot express are reported with place and reason; the rest is printed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz betza --to xboard '[F?R]'")]
pub(in crate::cli) struct Args {
    /// A move description in Betza or XBetza notation
    betza: String,
    /// Dialect of the move description
    #[arg(long, value_parser = dialects(), default_value = "xbetza")]
    from: Dialect,
    /// Dialect to write
    #[arg(long, value_parser = dialects(), default_value = "xbetza")]
    to: Dialect,
    /// Form of moves of several legs, if both forms are possible
    #[arg(long, value_enum, default_value = "shortest")]
    joints: Words,
    /// Print JSON: the move description and all findings with their places
    #[arg(long)]
    json: bool,
}

/// [`Joints`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Words {
    /// The shorter form
    Shortest,
    /// Joined by `a` before one atom: `FyafsF`
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
    let (text, written) = (&args.betza, Some(&converted.value));
    let written = written.filter(|written| !written.is_empty());
    if args.json {
        let findings = converted.diagnostics.iter();
        let findings: Vec<Value> = findings.map(|one| finding_json(text, one)).collect();
        let dialect = args.to.as_str();
        write_json(
            out,
            &json!({ "betza": written, "dialect": dialect, "findings": findings }),
        )?;
    } else {
        let name = "<notation>";
        report::show(Source { name, text }, &converted.diagnostics);
        if let Some(written) = written {
            writeln!(out, "{written}")?;
        }
    }
    if converted.has_errors() {
        Err(Stop::Findings)
    } else {
        Ok(())
    }
}
