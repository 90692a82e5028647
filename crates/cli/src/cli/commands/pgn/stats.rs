//! `ferz pgn stats`: statistics of games.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::games::{FileGame, Go, InputArgs, for_each};
use crate::cli::commands::write_json;
use crate::cli::stop::Stop;
use ferz::notation::{Claims, MoveStyle, Replay, Variations};
use ferz::source::printable;

/// The maximum number of words that are counted separately; the rest is counted together.
const COUNTED: usize = 10_000;

/// Count games by variant, result, length, first move, and with `--endings` reason of the end
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz pgn stats games.pgn --endings")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Play the games, and count the reasons of their ends
    #[arg(long)]
    endings: bool,
    /// Number of lines in each table
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The data of a game for the statistics.
struct GameSummary {
    variant: String,
    result: String,
    plies: usize,
    first: Option<String>,
    ending: Option<String>,
    report: String,
    has_errors: bool,
}

/// Counts by word.
#[derive(Default)]
struct Table(BTreeMap<String, u64>);

impl Table {
    fn count(&mut self, word: String) {
        if self.0.len() < COUNTED || self.0.contains_key(&word) {
            *self.0.entry(word).or_default() += 1;
        } else {
            *self.0.entry("others".to_owned()).or_default() += 1;
        }
    }

    /// The words with their counts, the most frequent first.
    fn rows(&self) -> Vec<(&str, u64)> {
        let mut rows: Vec<(&str, u64)> = self.0.iter().map(|(word, n)| (&**word, *n)).collect();
        rows.sort_by_key(|(_, count)| Reverse(*count));
        rows
    }

    fn json(&self) -> Value {
        self.rows()
            .into_iter()
            .map(|(word, n)| (word.to_owned(), json!(n)))
            .collect()
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let (mut n_games, mut plies, mut longest) = (0_u64, 0_u64, 0_usize);
    let (mut variants, mut results) = (Table::default(), Table::default());
    let (mut firsts, mut endings) = (Table::default(), Table::default());
    let mut has_errors = false;
    for_each(
        &args.input,
        |game| count(args, game),
        |game| {
            // Standard error may be closed.
            let _ = io::stderr().lock().write_all(game.report.as_bytes());
            has_errors |= game.has_errors;
            n_games += 1;
            plies += game.plies as u64;
            longest = longest.max(game.plies);
            variants.count(game.variant);
            results.count(game.result);
            game.first.into_iter().for_each(|word| firsts.count(word));
            game.ending.into_iter().for_each(|word| endings.count(word));
            Ok(Go::On)
        },
    )?;
    let mean = plies as f64 / n_games.max(1) as f64;
    if args.json {
        let mut answer = json!({
            "games": n_games,
            "plies": plies,
            "mean_plies": mean,
            "longest": longest,
            "variants": variants.json(),
            "results": results.json(),
            "first_moves": firsts.json(),
        });
        if args.endings {
            answer["endings"] = endings.json();
        }
        write_json(out, &answer)?;
    } else {
        writeln!(out, "games: {n_games}")?;
        writeln!(
            out,
            "half-moves: {plies}, {mean:.1} a game, {longest} in the longest"
        )?;
        let mut tables = vec![("variants", &variants), ("results", &results)];
        tables.push(("first moves", &firsts));
        if args.endings {
            tables.push(("endings", &endings));
        }
        for (title, table) in tables {
            writeln!(out, "{title}:")?;
            let rows = table.rows();
            for (word, count) in rows.iter().take(args.top) {
                let percent = *count as f64 * 100.0 / n_games.max(1) as f64;
                writeln!(out, "{count:9}  {percent:5.1} %  {}", printable(word))?;
            }
            if let Some(more) = rows.len().checked_sub(args.top).filter(|more| *more > 0) {
                writeln!(out, "           and {more} more")?;
            }
        }
    }
    if has_errors {
        Err(Stop::Findings)
    } else {
        Ok(())
    }
}

fn count(args: &Args, mut file_game: FileGame) -> GameSummary {
    let ending = args.endings.then(|| {
        let game = file_game.replay(Replay {
            variations: Variations::Skipped,
            style: MoveStyle::Unchanged,
            claims: Claims::Believed,
        });
        match game.filter(|_| !file_game.has_errors()) {
            Some(game) => file_game.pgn.ending(&game),
            None => "unplayable".to_owned(),
        }
    });
    let pgn = &file_game.pgn;
    let result = pgn.result.as_ref().map(|word| word.text.as_str());
    let found = file_game.found.as_ref().map(|found| found.name.clone());
    GameSummary {
        variant: found.unwrap_or_else(|| format!("{} (unknown)", pgn.variant_name())),
        result: result.or(pgn.tag("Result")).unwrap_or("*").to_owned(),
        plies: pgn.line.moves.len(),
        first: pgn.line.moves.first().map(|mv| mv.text.clone()),
        ending,
        report: file_game.report(),
        has_errors: file_game.has_errors(),
    }
}
