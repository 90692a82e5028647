//! `ferz merge`: merges the results of several runs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::perft::parts::{PerftRow, add_rows, has_counts};
use super::write_json;
use crate::cli::output::{self, ForceArgs};
use crate::cli::referee::{
    SprtArgs, json_summary, read_rows, row_line, warn_of_repeats, write_summary,
};
use crate::cli::stop::Stop;
use crate::cli::{load, report};
use crate::referee::{GameKey, GameRow, Gap, Gathering, Standings};

/// Join the results of several runs and print their summary
///
/// The files are written by `--out` of `match`, `value`, `balance` or `perft`. Duplicate lines count once.
/// The exit code is 1 if files contradict each other, if they belong to different runs (which are not joined), and
/// if games of a run or parts of a perft count are missing.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz merge part1.jsonl part2.jsonl -o all.jsonl")]
pub(in crate::cli) struct Args {
    /// Files of one kind: games or perft counts
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Write all lines to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Also join games of different runs: other limits, players, openings or definitions
    #[arg(long)]
    different: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let sprt = args.sprt.sprt()?;
    let mut texts = Vec::new();
    for file in &args.files {
        texts.push((file.as_str(), load::read_text(file)?));
    }
    if texts.iter().any(|(_, text)| has_counts(text)) {
        if args.different {
            let message = "`--different` applies to games, but these files contain perft counts";
            return Err(Stop::Usage(message.to_owned()));
        }
        if sprt.is_some() {
            let message = "`--sprt` applies to games, but these files contain perft counts";
            return Err(Stop::Usage(message.to_owned()));
        }
        return add_counts(args, &texts, out);
    }
    let mut rows: BTreeMap<GameKey, GameRow> = BTreeMap::new();
    let mut gathering = Gathering::default();
    let mut n_differing = 0;
    for (file, text) in &texts {
        let (read, whole) = read_rows(text).map_err(|line| {
            Stop::wrong(&format!("{file}: line {line} is not the result of a game"))
        })?;
        warn_of_torn(file, whole < text.len());
        for row in read {
            gathering.add(file, &row);
            match rows.get(&row.key) {
                Some(other) if !other.is_same_game(&row) => {
                    n_differing += 1;
                    let (pair, game) = (row.key.pair + 1, row.key.half + 1);
                    report::plain_error(&format!(
                        "{file}: game {game} of pair {pair} of `{}` differs in another file",
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
    refuse_different(args, &gathering)?;
    if let Some(path) = &args.output {
        let text: String = rows.values().map(row_line).collect();
        output::write_file(path, text.as_bytes(), args.force.existing())?;
    }
    let mut standings = Standings::default();
    for row in rows.values() {
        standings.add(row);
    }
    warn_of_repeats(&standings);
    let gaps = gathering.gaps();
    if args.json {
        let mut summary = json_summary(&standings, sprt, None);
        summary["missing"] = gaps.iter().map(json_gap).collect();
        write_json(out, &summary)?;
    } else {
        write!(out, "{}", write_summary(&standings, sprt, None))?;
    }
    tell_gaps(&gaps)
}

/// Refuses to add up games played under different conditions, unless requested.
fn refuse_different(args: &Args, gathering: &Gathering) -> Result<(), Stop> {
    let differences = gathering.differences();
    if differences.is_empty() {
        let seeds = gathering.seeds();
        if seeds.len() > 1 {
            let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
            let seeds = seeds.join(", ");
            report::plain_note(&format!("these are games with the seeds {seeds}"));
        }
        return Ok(());
    }
    for difference in &differences {
        if args.different {
            report::plain_warning(difference);
        } else {
            report::plain_error(difference);
        }
    }
    if args.different {
        return Ok(());
    }
    report::plain_note("games of different runs are not joined; write `--different` to join them");
    Err(Stop::Findings)
}

/// Reports missing games.
fn tell_gaps(gaps: &[Gap]) -> Result<(), Stop> {
    for gap in gaps {
        if gap.may_be_stopped {
            let words = gap.words();
            report::plain_warning(&format!("{words}; perhaps a test decided earlier"));
        } else {
            report::plain_error(&gap.words());
        }
    }
    if gaps.iter().all(|gap| gap.may_be_stopped) {
        Ok(())
    } else {
        Err(Stop::Findings)
    }
}

fn json_gap(gap: &Gap) -> Value {
    json!({
        "seed": gap.seed,
        "games": gap.games,
        "missing": gap.missing,
        "pairs": gap.pairs,
        "may_be_stopped": gap.may_be_stopped,
    })
}

fn warn_of_torn(file: &str, is_torn: bool) {
    if is_torn {
        report::plain_warning(&format!(
            "{file}: the last line is incomplete and was ignored"
        ));
    }
}

/// The parts of a perft count.
#[derive(Default)]
struct Sum {
    nodes: u64,
    n_parts: usize,
    n_wanted: usize,
}

/// Adds up the perft counts of parts.
fn add_counts(args: &Args, texts: &[(&str, String)], out: &mut impl Write) -> Result<(), Stop> {
    let mut rows: BTreeMap<String, PerftRow> = BTreeMap::new();
    for (file, text) in texts {
        let whole = add_rows(file, text, &mut rows)?;
        warn_of_torn(file, whole < text.len());
    }
    let versions: BTreeSet<&str> = rows.values().map(|row| row.version.as_str()).collect();
    if versions.len() > 1 {
        let versions: Vec<&str> = versions.into_iter().collect();
        let versions = versions.join(", ");
        return Err(Stop::wrong(&format!(
            "parts of different versions, {versions}, are not added up"
        )));
    }
    if let Some(path) = &args.output {
        let text: String = rows.values().map(PerftRow::line).collect();
        output::write_file(path, text.as_bytes(), args.force.existing())?;
    }
    let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
    for row in rows.values() {
        let sum = sums.entry(&row.whole).or_default();
        sum.nodes += row.count;
        sum.n_parts += 1;
        sum.n_wanted = row.units;
    }
    if args.json {
        let counts: Vec<Value> = sums
            .iter()
            .map(|(whole, sum)| {
                let positions = [sum.n_parts, sum.n_wanted];
                json!({ "whole": whole, "nodes": sum.nodes, "positions": positions })
            })
            .collect();
        write_json(out, &json!({ "counts": counts }))?;
    } else if let [(_, sum)] = &sums.iter().collect::<Vec<_>>()[..] {
        writeln!(out, "Nodes searched: {}", sum.nodes)?;
    } else {
        for (whole, sum) in &sums {
            writeln!(out, "{whole}: {}", sum.nodes)?;
        }
    }
    let mut is_whole = true;
    for (whole, sum) in sums.iter().filter(|(_, sum)| sum.n_parts < sum.n_wanted) {
        let missing = sum.n_wanted - sum.n_parts;
        report::plain_error(&format!(
            "{missing} of {} parts of `{whole}` are missing",
            sum.n_wanted
        ));
        is_whole = false;
    }
    if is_whole {
        Ok(())
    } else {
        Err(Stop::Findings)
    }
}
