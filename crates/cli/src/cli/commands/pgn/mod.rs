//! `ferz pgn`: processes files of games.

mod check;
mod convert;
mod filter;
mod games;
mod stats;

use std::io::Write;

use crate::cli::stop::Stop;

/// Check, convert, filter or count the games of PGN files
///
/// Games are read one at a time, so files of any size need little memory. The tag `Variant` may have the spelling
/// of XBoard, cutechess, lichess or pychess.
#[derive(Debug, clap::Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Example:\n  ferz pgn check games.pgn"
)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    form: Form,
}

#[derive(Debug, clap::Subcommand)]
enum Form {
    Check(check::Args),
    Convert(convert::Args),
    Filter(filter::Args),
    Stats(stats::Args),
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    match &args.form {
        Form::Check(args) => check::run(args, out),
        Form::Convert(args) => convert::run(args, out),
        Form::Filter(args) => filter::run(args, out),
        Form::Stats(args) => stats::run(args, out),
    }
}
