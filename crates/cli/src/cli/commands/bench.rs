//! `ferz bench`: measures the speed of the search, with a signature of its results.

use std::io::Write;

use serde_json::json;

use super::write_json;
use crate::cli::args::VariantArgs;
use crate::cli::evaluation::EvalArgs;
use crate::cli::load;
use crate::cli::stop::Stop;
use crate::cli::stopwatch::Stopwatch;
use crate::protocol::{BENCH_NODES, BENCH_VARIANTS, BenchRow, MOST_BENCH_NODES, bench};
use ferz::search::Control;

/// Search a dozen games with a fixed number of nodes, and print speeds and a signature
///
/// The signature is the number of all nodes; it and the checksums at the ends of the lines are the same on every
/// machine, until the search changes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  ferz bench chess shogi --nodes 1000\n  ferz bench chess --eval derived"
)]
pub(in crate::cli) struct Args {
    /// Variants to search instead of the dozen: a built-in NAME, a FILE, or FILE#NAME
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// Node limit of each search
    #[arg(long, value_name = "N", default_value_t = BENCH_NODES, value_parser = clap::value_parser!(u64).range(1..=MOST_BENCH_NODES))]
    nodes: u64,
    #[command(flatten)]
    evaluation: EvalArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let chosen = args.variants.iter().map(String::as_str);
    let names: Vec<&str> = if args.variants.is_empty() {
        BENCH_VARIANTS.to_vec()
    } else {
        chosen.collect()
    };
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let mut rows: Vec<BenchRow> = Vec::new();
    for name in names {
        let variant = load::variant(&VariantArgs::named(name))?;
        let evaluation = args.evaluation.evaluation(variant.def(), name)?;
        let clock = Stopwatch::start();
        let control = Control::default();
        let row = bench(name, &variant, args.nodes, evaluation, &clock, &control);
        // Nothing stops this search.
        let Some(row) = row else { break };
        if !args.json {
            writeln!(out, "{}", row.line(width))?;
            // Some variants take a while.
            out.flush()?;
        }
        rows.push(row);
    }
    let total = BenchRow::sum(&rows);
    if args.json {
        let list: Vec<serde_json::Value> = rows.iter().map(value).collect();
        return write_json(out, &json!({ "variants": list, "all": value(&total) }));
    }
    writeln!(out, "{}", total.line(width))?;
    for line in total.last_lines() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn value(row: &BenchRow) -> serde_json::Value {
    json!({
        "variant": row.variant,
        "nodes": row.nodes,
        "milliseconds": row.time.as_millis() as u64,
        "nodes_per_second": row.speed(),
        "checksum": format!("{:016x}", row.checksum),
    })
}
