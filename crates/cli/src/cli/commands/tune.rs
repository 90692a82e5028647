//! `ferz tune`: tunes the evaluation of a variant by self-play games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use super::write_json;
use crate::cli::args::VariantArgs;
use crate::cli::output::Existing;
use crate::cli::referee::{
    Answers, EngineSpec, SharedBook, Trial, TrialArgs, Trials, engine_rules, in_elo, in_json,
    in_percent, teacher,
};
use crate::cli::stop::Stop;
use crate::cli::{evaluation, load, output, report};
use crate::referee::statistics::{Model, Sprt, Verdict};
use crate::referee::tuning::Practice;
use crate::referee::{GameKey, GameRow, Openings, Run, SelfPlayTerms, Standings, Tally};
use ferz::eval::{Evaluation, Tuning};
use ferz::game::{Position, Variant};
use ferz::search::SearchOptions;
use ferz_designer::snapshot::definition_hash;

/// The number of random plies of openings.
const PLIES: u32 = 8;

/// The number of pairs between two evaluations of the test.
const BATCH: u64 = 20;

/// The names of the players of the final match.
const PLAYERS: [&str; 2] = ["tuned", "untuned"];

/// Learn an evaluation from games of the engine against itself
///
/// The weights that predict the results best are written to NAME.eval.toml. Then the tuned search plays against
/// the untuned search until a test of 0 against 30 Elo decides or the games are used up. See docs/tuning.md.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A file NAME.eval.toml next to a definition file is used whenever the definition is played.\n\n\
        Examples:\n  \
        ferz tune mine.toml --games 4000 --out games.jsonl\n  \
        ferz tune chess --games 8000 --nodes 500 --shard 1/4 --out part1.jsonl"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Number of games to learn from
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(20..=10_000_000))]
    games: u64,
    /// Node limit for each move
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Maximum number of games of the tuned search against the untuned one
    #[arg(long, value_name = "GAMES", default_value_t = 400)]
    confirm: u64,
    /// Approximate maximum number of positions to learn from
    #[arg(long, default_value_t = Practice::POSITIONS as u64, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    positions: u64,
    /// Also learn from the scores of this engine, described as in `ferz match`; its default limit is 1500 nodes
    #[arg(long, value_name = "DESCRIPTION")]
    teacher: Option<String>,
    /// Weight of the teacher's scores in percent; game results have the rest
    #[arg(long, value_name = "PERCENT", default_value_t = 70, requires = "teacher", value_parser = clap::value_parser!(u8).range(1..=100))]
    teacher_weight: u8,
    /// Store the teacher's scores in this file, and ask the teacher only for missing scores
    #[arg(long, value_name = "FILE", requires = "teacher")]
    answers: Option<PathBuf>,
    #[command(flatten)]
    trials: TrialArgs,
    /// Write the weights to this file instead of NAME.eval.toml next to the definition
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let found = load::definition(&args.variant)?;
    found.show_briefly();
    let variant = found.compile()?;
    let spec = args.teacher.as_deref().map(EngineSpec::parse).transpose();
    let spec = spec.map_err(Stop::Usage)?.map(Arc::new);
    let output = if let Some(output) = &args.output {
        output.clone()
    } else {
        let name = evaluation::file_name(variant.def()).ok_or_else(|| {
            let name = &variant.def().name;
            Stop::Usage(format!(
                "`{name}` is not a valid file name: write `--output`"
            ))
        })?;
        let folder = found.path().and_then(|path| Path::new(path).parent());
        folder.unwrap_or(Path::new("")).join(name)
    };
    let existing = args.trials.force.existing();
    if output.exists() && existing == Existing::Refuse && args.trials.shard.is_none() {
        let output = output.display();
        let message = format!("{output} exists already; write another `--output`, or `--force`");
        return Err(Stop::Usage(message));
    }
    let rows = practice(args, &variant)?;
    if args.trials.shard.is_some() {
        let games = report::number(rows.len(), "game");
        writeln!(
            out,
            "{games} of this part are finished; `ferz merge` joins the parts"
        )?;
        return Ok(());
    }
    let mut practice =
        Practice::new(&variant, &rows, args.positions as usize).map_err(Stop::Usage)?;
    if let Some(spec) = &spec {
        let (rules, file) = engine_rules(&found, variant.clone(), &args.variant.variant, true)?;
        let positions: Vec<Position> = practice.positions().collect();
        let definition = definition_hash(variant.def());
        let mut answers = Answers::open(args.answers.as_deref(), &spec.text, definition)?;
        let said = teacher::ask(spec, &rules, &positions, &mut answers)?;
        drop(file);
        let part = f64::from(args.teacher_weight) / 100.0;
        practice.teach(&said, part).map_err(Stop::Usage)?;
    }
    let learned = practice.learn().map_err(Stop::Usage)?;
    let text = learned.tuning.to_text();
    output::write_file(&output, text.as_bytes(), Existing::Replace)?;
    let confirmed = confirm(args, &variant, &learned.tuning)?;
    let comment = format!(
        "# Tuned by `ferz tune`: {} games, {} positions a move, seed {}{}.\n{}",
        learned.games,
        args.nodes,
        args.trials.seed,
        spec.map_or(String::new(), |spec| {
            let (positions, part) = (learned.positions, args.teacher_weight);
            format!(
                "; for {part} hundredths what {} says of {positions} positions",
                spec.name
            )
        }),
        confirmed.as_ref().map_or(String::new(), Confirmed::comment)
    );
    output::write_file(
        &output,
        format!("{comment}{text}").as_bytes(),
        Existing::Replace,
    )?;
    let [before, after] = learned.errors;
    if args.json {
        let confirmed = confirmed.as_ref().map(Confirmed::json);
        let answer = json!({
            "variant": variant.def().name,
            "games": learned.games,
            "positions": learned.positions,
            "error": [before, after],
            "file": output.to_string_lossy(),
            "match": confirmed,
        });
        write_json(out, &answer)?;
    } else {
        writeln!(
            out,
            "{} games, {} positions",
            learned.games, learned.positions
        )?;
        writeln!(
            out,
            "mean squared error of held-out games: {before:.5} untuned, {after:.5} tuned"
        )?;
        if let Some(confirmed) = &confirmed {
            writeln!(out, "{}", confirmed.words())?;
        }
        writeln!(out, "{}: written", output.display())?;
    }
    let is_stronger = |confirmed: &Confirmed| confirmed.verdict == Verdict::Accepted;
    if confirmed
        .as_ref()
        .is_some_and(|confirmed| !is_stronger(confirmed))
    {
        report::plain_warning("the tuned search did not prove stronger; the file may be useless");
    }
    Ok(())
}

fn terms(args: &Args) -> SelfPlayTerms {
    SelfPlayTerms {
        nodes: args.nodes,
        max_plies: args.trials.max_plies,
        resign: None,
    }
}

/// The openings of all games.
const OPENINGS: Openings = Openings::Random {
    plies: PLIES,
    balance: None,
};

/// The training games.
fn practice(args: &Args, variant: &Variant) -> Result<Vec<GameRow>, Stop> {
    let terms = terms(args);
    let definition = definition_hash(variant.def());
    let trials = (0..args.games).map(|number| Trial {
        key: GameKey {
            pair: number,
            opening: number,
            openings: format!("random:{PLIES}"),
            ..GameKey::of_self_play(&variant.def().name, &definition, args.trials.seed, terms)
        },
        terms,
        question: 0,
    });
    let book = SharedBook::new(variant, &OPENINGS, args.trials.seed);
    let opening = |trial: &Trial| Ok(book.opening(trial.key.opening)?.game);
    Trials {
        args: &args.trials,
        variant,
        options: untuned(),
        opponent: None,
        goes_on: false,
        games: trials.collect(),
        run: Run::new("tune", [], args.games, 1),
        opening: &opening,
    }
    .play()
}

fn untuned() -> SearchOptions {
    SearchOptions {
        evaluation: Evaluation::Derived,
        ..SearchOptions::default()
    }
}

/// The result of the match against the untuned evaluation.
struct Confirmed {
    tally: Tally,
    ratio: f64,
    verdict: Verdict,
}

impl Confirmed {
    fn words(&self) -> String {
        let [won, drawn, lost] = self.tally.games;
        let estimate = self.tally.pairs.estimate();
        let elo = estimate.map_or(String::new(), |estimate| {
            let elo = in_elo(&estimate).map_or(String::new(), |elo| format!(", {elo}"));
            format!(", {}{elo}", in_percent(&estimate))
        });
        let verdict = match self.verdict {
            Verdict::Accepted => "stronger by the test",
            Verdict::Rejected => "not stronger by the test",
            Verdict::Open => "the test is undecided",
        };
        format!(
            "tuned against untuned: +{won} ={drawn} -{lost}{elo}, LLR {:.2}: {verdict}",
            self.ratio
        )
    }

    fn comment(&self) -> String {
        format!("# {}.\n", self.words())
    }

    fn json(&self) -> serde_json::Value {
        let estimate = self.tally.pairs.estimate();
        let score = estimate.map(|estimate| in_json(estimate.score, estimate.is_enough()));
        json!({
            "games": self.tally.games,
            "score": score,
            "llr": self.ratio,
            "stronger": self.verdict == Verdict::Accepted,
        })
    }
}

/// The match of the tuned evaluation against the untuned one; `None` if no games are requested.
fn confirm(args: &Args, variant: &Variant, tuning: &Tuning) -> Result<Option<Confirmed>, Stop> {
    let terms = terms(args);
    let definition = definition_hash(variant.def());
    let sprt = Sprt::new(0.0, 30.0, Model::Logistic);
    let mut standings = Standings::default();
    let mut confirmed = None;
    // The openings differ from those of the training games.
    let seed = args.trials.seed.wrapping_add(1);
    let key = |pair: u64, half: u8| {
        let [mut white, mut black] = PLAYERS.map(str::to_owned);
        if half == 1 {
            std::mem::swap(&mut white, &mut black);
        }
        GameKey {
            pair,
            half,
            opening: pair,
            openings: format!("random:{PLIES}"),
            white_engine: engine(tuning, &white),
            black_engine: engine(tuning, &black),
            white,
            black,
            ..GameKey::of_self_play(&variant.def().name, &definition, seed, terms)
        }
    };
    let book = SharedBook::new(variant, &OPENINGS, seed);
    let opening = |trial: &Trial| Ok(book.opening(trial.key.opening)?.game);
    let n_pairs = args.confirm / 2;
    let mut begin = 0;
    while begin < n_pairs {
        let end = n_pairs.min(begin + BATCH);
        let games = (begin..end).flat_map(|pair| [0, 1].map(|half| key(pair, half)));
        let trials = games.map(|key| Trial {
            key,
            terms,
            question: 0,
        });
        let rows = Trials {
            args: &args.trials,
            variant,
            options: SearchOptions {
                evaluation: Evaluation::Tuned(Arc::new(tuning.clone())),
                ..SearchOptions::default()
            },
            opponent: Some(untuned()),
            goes_on: true,
            games: trials.collect(),
            // The run ends when the test has decided.
            run: Run {
                may_stop: true,
                ..Run::new("tune", [], n_pairs, 2)
            },
            opening: &opening,
        }
        .play()?;
        rows.iter().for_each(|row| standings.add(row));
        let Some((_, tally)) = standings.meetings().next() else {
            break;
        };
        let verdict = sprt.verdict(&tally.pairs);
        confirmed = Some(Confirmed {
            tally: tally.clone(),
            ratio: sprt.log_likelihood_ratio(&tally.pairs),
            verdict,
        });
        if verdict != Verdict::Open {
            break;
        }
        begin = end;
    }
    Ok(confirmed)
}

/// The description of a player, which distinguishes rows of different tunings.
fn engine(tuning: &Tuning, name: &str) -> String {
    if name == PLAYERS[0] {
        format!("self eval={}", tuning.to_text().replace('\n', "; "))
    } else {
        "self eval=derived".to_owned()
    }
}
