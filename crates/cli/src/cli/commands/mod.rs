//! The commands, one file each.

mod analyze;
mod balance;
mod bench;
mod betza;
mod check;
mod completions;
mod conform;
mod convert;
mod debug;
mod diagram;
mod epd;
mod explain;
mod fmt;
mod help;
mod import;
mod lsp;
mod man;
mod match_engines;
mod merge;
mod moves;
mod new;
mod perft;
mod pgn;
mod play;
mod record;
mod replay;
mod rules;
mod schema;
mod show;
mod snapshot;
mod train;
mod uci;
mod value;
mod variants;
mod web;
mod xboard;

use std::io::Write;

use clap::Subcommand;

use super::stop::Stop;
use super::work::bounded;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    New(new::Args),
    Check(check::Args),
    Fmt(fmt::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Play(play::Args),
    Analyze(analyze::Args),
    Record(record::Args),
    Replay(replay::Args),
    Pgn(pgn::Args),
    Epd(epd::Args),
    Show(show::Args),
    Rules(rules::Args),
    Diagram(diagram::Args),
    Snapshot(snapshot::Args),
    Variants(variants::Args),
    Conform(conform::Args),
    Import(import::Args),
    Convert(convert::Args),
    Explain(explain::Args),
    Betza(betza::Args),
    Debug(debug::Args),
    Schema(schema::Args),
    #[command(visible_alias = "usi")]
    Uci(uci::Args),
    Xboard(xboard::Args),
    Bench(bench::Args),
    Match(match_engines::Args),
    Merge(merge::Args),
    Value(value::Args),
    Balance(balance::Args),
    Train(train::Args),
    Lsp(lsp::Args),
    Web(web::Args),
    Completions(completions::Args),
    Man(man::Args),
    Help(help::Args),
}

/// Runs a command and writes its result to `out`.
pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<(), Stop> {
    match command {
        // These commands run as long as the user wants, or process many files, and use a budget for each
        // text.
        Command::Perft(args) => perft::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Record(args) => record::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Pgn(args) => pgn::run(args, out),
        Command::Snapshot(args) => snapshot::run(args, out),
        Command::Conform(args) => conform::run(args, out),
        Command::Uci(args) => uci::run(args, out),
        Command::Xboard(args) => xboard::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::Match(args) => match_engines::run(args, out),
        Command::Merge(args) => merge::run(args, out),
        Command::Value(args) => value::run(args, out),
        Command::Balance(args) => balance::run(args, out),
        Command::Train(args) => train::run(args, out),
        Command::Lsp(args) => lsp::run(args, out),
        Command::Web(args) => web::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Fmt(args) => fmt::run(args, out),
        Command::Epd(args) => epd::run(args, out),
        _ => bounded(|| run_within(command, out)),
    }
}

/// Runs a command within a single budget.
fn run_within(command: &Command, out: &mut impl Write) -> Result<(), Stop> {
    match command {
        Command::New(args) => new::run(args, out),
        Command::Moves(args) => moves::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Rules(args) => rules::run(args, out),
        Command::Diagram(args) => diagram::run(args, out),
        Command::Variants(args) => variants::run(args, out),
        Command::Import(args) => import::run(args, out),
        Command::Convert(args) => convert::run(args, out),
        Command::Betza(args) => betza::run(args, out),
        Command::Explain(args) => explain::run(args, out),
        Command::Debug(args) => debug::run(args, out),
        Command::Schema(args) => schema::run(args, out),
        Command::Completions(args) => completions::run(args, out),
        Command::Man(args) => man::run(args, out),
        Command::Help(args) => help::run(args, out),
        _ => Ok(()),
    }
}

/// Writes a value as indented JSON.
fn write_json(out: &mut impl Write, value: &serde_json::Value) -> Result<(), Stop> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
