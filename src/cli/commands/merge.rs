//! `ferz merge`: results of several runs as one.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use super::write_json;
use crate::cli::output::{self, ForceArgs};
use crate::cli::referee::{SprtArgs, json_summary, read_rows, row_line, write_summary};
use crate::cli::stop::Stop;
use crate::cli::{load, report};
use crate::referee::{GameKey, GameRow, Standings};

/// Put results of several runs of `ferz match` together, and say what they come to
///
/// A game that is in several files counts once. Exit code 1 if two files tell one game differently.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz merge part1.jsonl part2.jsonl -o all.jsonl")]
pub(in crate::cli) struct Args {
    /// Files that `ferz match --out` has written
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Write all games here
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let sprt = args.sprt.sprt()?;
    let mut rows: BTreeMap<GameKey, GameRow> = BTreeMap::new();
    let mut n_differing = 0;
    for file in &args.files {
        let text = load::read_text(file)?;
        let (read, whole) = read_rows(&text)
            .map_err(|line| Stop::Usage(format!("{file}: line {line} is no result of a game")))?;
        if whole < text.len() {
            report::plain_warning(&format!("{file}: the last line is torn, and left out"));
        }
        for row in read {
            match rows.get(&row.key) {
                Some(other) if !other.is_same_game(&row) => {
                    n_differing += 1;
                    let (pair, game) = (row.key.pair + 1, row.key.half + 1);
                    report::plain_error(&format!(
                        "{file}: game {game} of pair {pair} of `{}` is told differently by another file",
                        row.key.variant
                    ));
                }
                Some(_) => {}
                None => {
                    rows.insert(row.key.clone(), row);
                }
            }
        }
    }
    if n_differing > 0 {
        return Err(Stop::Findings);
    }
    if let Some(path) = &args.output {
        let text: String = rows.values().map(row_line).collect();
        output::write_file(path, text.as_bytes(), args.force.existing())?;
    }
    let mut standings = Standings::default();
    for row in rows.values() {
        standings.add(row);
    }
    if args.json {
        return write_json(out, &json_summary(&standings, sprt, None));
    }
    write!(out, "{}", write_summary(&standings, sprt, None))?;
    Ok(())
}
