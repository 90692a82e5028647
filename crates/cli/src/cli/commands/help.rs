//! `ferz help`: the help of a command, or a page of the documentation.

use std::io::Write;

use clap::{Command, CommandFactory};

use crate::cli::args::Cli;
use crate::cli::stop::Stop;
use ferz::source::did_you_mean;

/// Print the help of a command, or a page of the documentation
#[derive(Debug, clap::Args)]
#[command(after_help = topics())]
pub(in crate::cli) struct Args {
    /// A command, or the name of a page of the documentation
    #[arg(value_name = "COMMAND or TOPIC")]
    words: Vec<String>,
}

/// The pages for users of the program.
const PAGES: &[(&str, &str)] = &[
    (
        "first-five-minutes",
        include_str!("../../../../../docs/first-five-minutes.md"),
    ),
    (
        "piece",
        include_str!("../../../../../docs/a-piece-of-your-own.md"),
    ),
    (
        "rule",
        include_str!("../../../../../docs/a-rule-of-your-own.md"),
    ),
    (
        "definition",
        include_str!("../../../../../grammar/variants-toml.md"),
    ),
    ("notation", include_str!("../../../../../docs/semantics.md")),
    ("clauses", include_str!("../../../../../docs/constructs.md")),
    ("library", include_str!("../../../../../docs/library.md")),
    ("fen", include_str!("../../../../../docs/fen.md")),
    ("games", include_str!("../../../../../docs/pgn.md")),
    ("codes", include_str!("../../../../../docs/codes.md")),
    (
        "protocols",
        include_str!("../../../../../docs/protocols.md"),
    ),
    (
        "moves-json",
        include_str!("../../../../../docs/moves-json.md"),
    ),
    ("formats", include_str!("../../../../../docs/formats.md")),
    (
        "fairy-stockfish",
        include_str!("../../../../../docs/fairy-stockfish.md"),
    ),
    (
        "fairy-max",
        include_str!("../../../../../docs/fairy-max.md"),
    ),
    ("diagrams", include_str!("../../../../../docs/diagrams.md")),
    ("importing", include_str!("../../../../../docs/import.md")),
    ("playing", include_str!("../../../../../docs/play.md")),
    ("matches", include_str!("../../../../../docs/match.md")),
    ("values", include_str!("../../../../../docs/values.md")),
    ("balancing", include_str!("../../../../../docs/balance.md")),
    (
        "snapshots",
        include_str!("../../../../../docs/snapshots.md"),
    ),
    ("training", include_str!("../../../../../docs/training.md")),
    ("page", include_str!("../../../../../docs/web.md")),
];

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    if let [word] = args.words.as_slice()
        && let Some((_, text)) = PAGES.iter().find(|(name, _)| name == word)
    {
        out.write_all(text.as_bytes())?;
        return Ok(());
    }
    let mut program = Cli::command();
    program.build();
    let mut command = &mut program;
    for (depth, word) in args.words.iter().enumerate() {
        let names = command.get_subcommands().map(Command::get_name);
        let names: Vec<String> = names.map(str::to_owned).collect();
        command = command
            .find_subcommand_mut(word)
            .ok_or_else(|| unknown(word, &args.words[..depth], &names))?;
    }
    write!(out, "{}", command.render_long_help())?;
    Ok(())
}

/// The error for an unknown name: no subcommand of `before` or, if `before` is empty, no command or
/// page.
fn unknown(word: &str, before: &[String], names: &[String]) -> Stop {
    let names = names.iter().map(String::as_str);
    let path = before.join(" ");
    Stop::Usage(if before.is_empty() {
        let hint = did_you_mean(word, names.chain(PAGES.iter().map(|(name, _)| *name)));
        format!("no command or page is called `{word}`; {hint}")
    } else {
        let hint = match names.len() {
            0 => format!("`ferz help {path}` explains it"),
            _ => did_you_mean(word, names),
        };
        format!("`{path}` has no command `{word}`; {hint}")
    })
}

/// The names of the pages, with their titles.
fn topics() -> String {
    let lines = PAGES.iter().map(|(name, text)| {
        let title = text.lines().next().unwrap_or("");
        let title = title.trim_start_matches("# ").replace('`', "");
        format!("  {name:20} {title}\n")
    });
    let lines: String = lines.collect();
    format!("Topics:\n{lines}\nExamples:\n  ferz help perft\n  ferz help definition | less")
}
