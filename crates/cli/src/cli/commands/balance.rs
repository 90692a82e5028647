//! `ferz balance`: measures the balance of a variant by self-play.

use std::io::Write;
use std::path::PathBuf;

use super::write_json;
use crate::cli::args::VariantArgs;
use crate::cli::evaluation::beside;
use crate::cli::load;
use crate::cli::output::{self, Existing};
use crate::cli::referee::balance::{balanced, json_balance};
use crate::cli::referee::{SharedBook, Trial, TrialArgs, Trials};
use crate::cli::stop::Stop;
use crate::referee::balance::{BalanceReport, picture};
use crate::referee::{GameKey, Openings, Run, SelfPlayTerms};
use ferz::search::SearchOptions;
use ferz_designer::snapshot::definition_hash;

/// Measure the balance of a game: results, length, unused pieces
///
/// The engine plays against itself. The report contains the results and their reasons, the length of games, the
/// number of legal moves, the pieces that are never moved or promoted to, and dead first moves, which a search
/// scores more than a pawn below the best. See docs/balance.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
        ferz balance makruk --games 400 --svg makruk.svg\n  \
        ferz balance mine.toml --out games.jsonl --shard 1/4")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Number of games
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Node limit for each move
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of random moves at the start of a game
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=200))]
    plies: u32,
    #[command(flatten)]
    trials: TrialArgs,
    /// Draw the lengths and the results by first move to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let variant = load::variant(&args.variant)?;
    let definition = definition_hash(variant.def());
    let terms = SelfPlayTerms {
        nodes: args.nodes,
        max_plies: args.trials.max_plies,
        resign: None,
    };
    let name = &variant.def().name;
    let trials = (0..args.games).map(|number| Trial {
        key: GameKey {
            pair: number,
            opening: number,
            openings: format!("random:{}", args.plies),
            ..GameKey::of_self_play(name, &definition, args.trials.seed, terms)
        },
        terms,
        question: 0,
    });
    let openings = Openings::Random {
        plies: args.plies,
        balance: None,
    };
    let book = SharedBook::new(&variant, &openings, args.trials.seed);
    let opening = |trial: &Trial| Ok(book.opening(trial.key.opening)?.game);
    let options = SearchOptions {
        evaluation: beside(variant.def(), &args.variant.variant)?,
        ..SearchOptions::default()
    };
    let rows = Trials {
        args: &args.trials,
        variant: &variant,
        options,
        games: trials.collect(),
        run: Run::new("balance", [], args.games, 1),
        opening: &opening,
    }
    .play()?;
    let report = BalanceReport::new(&variant, &rows, args.nodes).map_err(Stop::Usage)?;
    if let Some(path) = &args.svg {
        let title = variant.def().title.as_deref().unwrap_or(name);
        let svg = picture(title, &report);
        // A resumed run redraws its own picture.
        let existing = if args.trials.resume {
            Existing::Replace
        } else {
            args.trials.force.existing()
        };
        output::write_file(path, svg.as_bytes(), existing)?;
    }
    if args.json {
        return write_json(out, &json_balance(&variant, &report));
    }
    write!(out, "{}", balanced(&variant, &report))?;
    Ok(())
}
