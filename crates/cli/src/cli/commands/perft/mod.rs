//! `ferz perft`: counts the leaves of the move tree.

pub(in crate::cli) mod parts;

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use serde_json::{Value, json};

use self::parts::{Plan, Unit, add_rows};
use super::write_json;
use crate::cli::args::{EngineArgs, PositionArgs};
use crate::cli::load;
use crate::cli::output::{ForceArgs, GrowingFile};
use crate::cli::referee::shard;
use crate::cli::report::{self, Source};
use crate::cli::stop::Stop;
use crate::cli::work::bounded;
use ferz::game::{Position, Strategy, checked_perft};
use ferz::notation::move_texts;
use ferz::source::Diagnostic;

/// The run time after which progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// The maximum depth.
const MOST_DEPTH: u32 = 200;

/// Count the leaves of the tree of legal moves
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
        ferz perft chess 5 --divide --threads 4\n  \
        ferz perft chess 7 --shard 1/4 --out part1.jsonl")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Depth in plies
    #[arg(value_parser = depth)]
    depth: u32,
    /// Also print the count below each first move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    engine: EngineArgs,
    /// Write the count below each position after two plies to this file as a line of JSON
    #[arg(long, value_name = "FILE", conflicts_with = "divide")]
    out: Option<PathBuf>,
    /// Count one part of these positions: `2/3` is the second of three; `ferz merge` adds up the files
    #[arg(
        long,
        value_name = "PART/PARTS",
        requires = "out",
        conflicts_with = "divide"
    )]
    shard: Option<String>,
    /// Continue the file of `--out`: count only the missing positions
    #[arg(long, requires = "out", conflicts_with = "divide")]
    resume: bool,
    #[command(flatten)]
    force: ForceArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Parses the depth.
fn depth(text: &str) -> Result<u32, String> {
    let depth: u32 = text
        .parse()
        .map_err(|_| "write the depth as a number after the variant, as in `ferz perft chess 5`")?;
    if depth > MOST_DEPTH {
        return Err(format!("at most {MOST_DEPTH}"));
    }
    Ok(depth)
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let position = load::position(&args.position)?;
    // Deeper plies have no budget, because the user chose the depth.
    bounded(|| {
        checked_perft(&position, args.depth.min(1), args.engine.strategy())
            .map_err(|finding| uncounted(&finding))
    })?;
    let strategy = args.engine.strategy();
    if let Some(path) = &args.out {
        return count_parts(&position, args, path, strategy, out);
    }
    let counted = if args.divide || args.threads > 1 || io::stderr().is_terminal() {
        split(&position, args, strategy)?
    } else {
        PerftCount {
            nodes: checked_perft(&position, args.depth, strategy)
                .map_err(|finding| uncounted(&finding))?,
            below: BTreeMap::new(),
        }
    };
    if args.json {
        let below: Vec<Value> = counted
            .below
            .iter()
            .map(|(text, nodes)| json!({ "move": text, "nodes": nodes }))
            .collect();
        let mut value = json!({
            "variant": position.variant().def().name,
            "fen": position.to_fen(),
            "depth": args.depth,
            "nodes": counted.nodes,
        });
        if args.divide {
            value["divide"] = Value::Array(below);
        }
        return write_json(out, &value);
    }
    if args.divide {
        for (text, nodes) in &counted.below {
            writeln!(out, "{text}: {nodes}")?;
        }
        if !counted.below.is_empty() {
            writeln!(out)?;
        }
    }
    writeln!(out, "Nodes searched: {}", counted.nodes)?;
    Ok(())
}

/// The number of leaves, in total and below each first move.
struct PerftCount {
    nodes: u64,
    below: BTreeMap<String, u64>,
}

/// A branch of the tree: its first move, and the position below which leaves are counted.
struct Branch {
    first: usize,
    position: Position,
    depth: u32,
}

/// Counts branch by branch. The result does not depend on the distribution of branches.
fn split(position: &Position, args: &Args, strategy: Strategy) -> Result<PerftCount, Stop> {
    if args.depth == 0 {
        return Ok(PerftCount {
            nodes: 1,
            below: BTreeMap::new(),
        });
    }
    let firsts = move_texts(position);
    let mut branches = Vec::new();
    for (first, (_, one)) in firsts.iter().enumerate() {
        let after = position.play_unchecked(one);
        if args.depth > 1
            && let Some(finding) = after.beyond_limits()
        {
            return Err(uncounted(&finding));
        }
        if args.depth < 3 {
            branches.push(Branch {
                first,
                position: after,
                depth: args.depth - 1,
            });
            continue;
        }
        branches.extend(after.legal_moves().iter().map(|reply| Branch {
            first,
            position: after.play_unchecked(reply),
            depth: args.depth - 2,
        }));
    }
    let progress = Progress::new(branches.len());
    let pool = pool(args.threads)?;
    let counts: Result<Vec<(usize, u64)>, Diagnostic> = pool.install(|| {
        branches
            .par_iter()
            .map(|branch| {
                let nodes = checked_perft(&branch.position, branch.depth, strategy)?;
                progress.step();
                Ok((branch.first, nodes))
            })
            .collect()
    });
    progress.end();
    let counts = counts.map_err(|finding| uncounted(&finding))?;
    let mut below: BTreeMap<String, u64> =
        firsts.iter().map(|(text, _)| (text.clone(), 0)).collect();
    for (first, nodes) in &counts {
        *below.entry(firsts[*first].0.clone()).or_default() += nodes;
    }
    Ok(PerftCount {
        nodes: counts.iter().map(|(_, nodes)| nodes).sum(),
        below,
    })
}

fn pool(threads: u16) -> Result<rayon::ThreadPool, Stop> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads as usize)
        .build()
        .map_err(|error| Stop::Usage(format!("{threads} threads: {error}")))
}

/// Counts into a file part by part, all parts or those of a shard.
fn count_parts(
    position: &Position,
    args: &Args,
    path: &Path,
    strategy: Strategy,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let shard = args.shard.as_deref().map(shard).transpose()?;
    let plan = Plan::new(position, args.depth)?;
    let is_mine =
        |number: usize| shard.is_none_or(|shard| number as u64 % shard.parts == shard.part - 1);
    let units = plan.units.iter().enumerate();
    let mine: Vec<&Unit> = units
        .filter_map(|(number, unit)| is_mine(number).then_some(unit))
        .collect();
    let mut known = BTreeMap::new();
    let file = if args.resume && path.exists() {
        let name = path.to_string_lossy();
        let whole = add_rows(&name, &load::read_text(&name)?, &mut known)?;
        GrowingFile::go_on(path, whole as u64)?
    } else {
        GrowingFile::begin(path, args.force.existing())?
    };
    let done: Vec<u64> = mine
        .iter()
        .filter_map(|unit| unit.done(&known))
        .map(|row| row.count)
        .collect();
    if args.resume {
        let message = format!("{} of {} positions are finished", done.len(), mine.len());
        report::plain_note(&message);
    }
    let missing = mine.iter().filter(|unit| unit.done(&known).is_none());
    let missing: Vec<&&Unit> = missing.collect();
    let progress = Progress::new(missing.len());
    let file = Mutex::new(file);
    let count = |unit: &Unit| {
        let leaves = checked_perft(&unit.position, unit.depth, strategy)
            .map_err(|finding| uncounted(&finding))?;
        let row = plan.row(unit, leaves);
        progress.step();
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.add(&row.line()).map(|()| row.count)
    };
    let counts: Result<Vec<u64>, Stop> =
        pool(args.threads)?.install(|| missing.par_iter().map(|unit| count(unit)).collect());
    progress.end();
    let nodes = done.into_iter().chain(counts?).sum::<u64>();
    if args.json {
        let value = json!({
            "variant": position.variant().def().name,
            "fen": position.to_fen(),
            "depth": args.depth,
            "nodes": nodes,
            "positions": [mine.len(), plan.units.len()],
        });
        return write_json(out, &value);
    }
    if shard.is_some() {
        writeln!(
            out,
            "{nodes} below {} of {} positions; `ferz merge` adds the parts up",
            mine.len(),
            plan.units.len()
        )?;
    } else {
        writeln!(out, "Nodes searched: {nodes}")?;
    }
    Ok(())
}

/// Reports a position in the tree whose moves cannot all be listed.
fn uncounted(finding: &Diagnostic) -> Stop {
    let source = Source {
        name: "<perft>",
        text: "",
    };
    report::show(source, std::slice::from_ref(finding));
    Stop::Findings
}

/// A progress bar on standard error, if that is a terminal and the run takes long.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: OnceLock<()>,
}

impl Progress {
    fn new(n_branches: usize) -> Progress {
        let bar =
            ProgressBar::with_draw_target(Some(n_branches as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent} %  {eta} left") {
            bar.set_style(style);
        }
        Progress {
            bar,
            start: Instant::now(),
            shown: OnceLock::new(),
        }
    }

    fn step(&self) {
        self.bar.inc(1);
        if io::stderr().is_terminal() && self.start.elapsed() > PATIENCE {
            self.shown
                .get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
