//! `ferz pgn check`: checks games.

use std::io::Write;

use serde_json::json;

use super::games::{FileGame, Go, InputArgs, for_each};
use crate::cli::report::{self, number};
use crate::cli::stop::Stop;
use ferz::notation::{Claims, MoveStyle, Replay, Variations};
use ferz::source::Severity;

/// Check that all moves are legal, including variations, and that the results agree with the rules
///
/// Each finding is one line with file, line and column; the last line counts the findings.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz pgn check games.pgn")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Omit variations
    #[arg(long)]
    main_line: bool,
    /// Print JSON: one line with an object for each finding, and one with the totals
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let replay = Replay {
        variations: if args.main_line {
            Variations::Skipped
        } else {
            Variations::Played
        },
        style: MoveStyle::Unchanged,
        claims: Claims::Believed,
    };
    let (mut n_games, mut n_errors, mut n_warnings) = (0, 0, 0);
    let look = |mut game: FileGame| {
        game.replay(replay);
        let count = |severity| game.wanted().filter(|one| one.severity == severity).count();
        let report = if args.json {
            let lines = game.report_json();
            lines.iter().map(|value| format!("{value}\n")).collect()
        } else {
            game.report()
        };
        (report, count(Severity::Error), count(Severity::Warning))
    };
    for_each(&args.input, look, |(report, errors, warnings)| {
        out.write_all(report.as_bytes())?;
        n_games += 1;
        n_errors += errors;
        n_warnings += warnings;
        Ok(Go::On)
    })?;
    if args.json {
        let numbers = json!({ "games": n_games, "errors": n_errors, "warnings": n_warnings });
        writeln!(out, "{numbers}")?;
    } else {
        let line = format!(
            "{}, {}, {}",
            number(n_games, "game"),
            number(n_errors, "error"),
            number(n_warnings, "warning")
        );
        report::summary(out, &line)?;
    }
    if n_errors > 0 {
        Err(Stop::Findings)
    } else {
        Ok(())
    }
}
