//! `ferz train`: learns a network for a variant from games of the engine against itself.

mod progress;

use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::write_json;
use crate::cli::args::VariantArgs;
use crate::cli::output::{Existing, ForceArgs, NamedBy, Place};
use crate::cli::referee::{Teller, cores, in_percent};
use crate::cli::stop::Stop;
use crate::cli::{evaluation, load, output, report};
use crate::referee::statistics::{Histogram, Model, Sprt, Verdict};
use ferz::eval::{Evaluation, Network, NetworkInputs, Tuning};
use ferz::game::Variant;
use ferz_designer::snapshot::definition_hash;
use ferz_trainer::{
    Contest, GameFile, GameReader, Generator, Header, Lesson, MOST_FEATURES, Options, Terms,
    Trainer,
};

/// The generations of games, from the newest back, from which a network learns.
const WINDOW: usize = 3;

use progress::{Finished, Learned, Outcome, PASSES, Progress};

/// The shares of the time of a run for the games and the training of all its generations, and for the contest.
const GAMES: f64 = 0.65;
const TRAINING: f64 = 0.15;
const CONTEST: f64 = 0.2;

/// The number of hidden units: the default, and the one for [`MANY`] positions or more.
const HIDDEN: [usize; 2] = [32, 64];
const MANY: usize = 3_000_000;

/// The number of games from which game results are used as targets in addition to search scores.
const ENOUGH_GAMES: u64 = 5_000;

/// The node limit for each move of the contest, for the faster evaluation.
const CONTEST_NODES: u64 = 2_000;

/// Learn a network for a variant from games of the engine against itself
///
/// Two generations of games are played and learned from: the first with the derived evaluation, the second with
/// the network of the first. At the end the network plays against the evaluation that is used without it, and
/// is kept only if it wins. All games are stored in a folder, where an interrupted run continues, and a finished one
/// with more hours plays another generation. See docs/training.md.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A file NAME.eval.toml next to a definition file is used whenever the definition is played.\n\n\
        Examples:\n  \
        ferz train mine.toml --hours 2\n  \
        ferz train chess --hours 8 --nodes 500 --folder ~/chess-training"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Time for everything, in hours
    #[arg(long, default_value_t = 2.0, value_parser = hours)]
    hours: f64,
    /// Number of nodes of each search in games
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    /// Number of hidden units of each side, a multiple of 16; by default it depends on the number of positions
    #[arg(long, value_parser = hidden)]
    hidden: Option<usize>,
    /// End games after this many plies as draws
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; by default the number of processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Store the games and networks in this folder instead of NAME.training next to the definition
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Write the network to this file instead of NAME.eval.toml next to the definition
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok();
    let hours = hours.filter(|hours| (0.001..=1000.0).contains(hours));
    hours.ok_or_else(|| "expected a number from 0.001 to 1000".to_owned())
}

fn hidden(text: &str) -> Result<usize, String> {
    let hidden = text.parse().ok();
    let hidden =
        hidden.filter(|hidden: &usize| *hidden > 0 && *hidden <= 256 && hidden.is_multiple_of(16));
    hidden.ok_or_else(|| "expected a multiple of 16 up to 256".to_owned())
}

/// A run.
struct Training<'a> {
    args: &'a Args,
    variant: &'a Variant,
    folder: PathBuf,
    jobs: usize,
    progress: Progress,
    teller: Teller,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let found = load::definition(&args.variant)?;
    found.show_briefly();
    let variant = found.compile()?;
    let name = evaluation::file_name(variant.def());
    let place = |suffix: &str| -> Result<PathBuf, Stop> {
        let stem = name
            .as_deref()
            .and_then(|name| name.strip_suffix(".eval.toml"));
        let stem = stem.ok_or_else(|| {
            let name = &variant.def().name;
            let message = "is not a valid file name: write `--output` and `--folder`";
            Stop::Usage(format!("`{name}` {message}"))
        })?;
        let beside = found.path().and_then(|path| Path::new(path).parent());
        Ok(beside
            .unwrap_or(Path::new(""))
            .join(format!("{stem}{suffix}")))
    };
    let file = args
        .output
        .clone()
        .map_or_else(|| place(".eval.toml"), Ok)?;
    // What cannot be written is refused before the hours of work.
    Place::new(&file, NamedBy::User, args.force.existing())?;
    let before = evaluation::beside(variant.def(), &args.variant.variant)?;
    let folder = args.folder.clone().map_or_else(|| place(".training"), Ok)?;
    let mut training = Training::begin(args, &variant, folder)?;
    let (network, outcome) = training.run(before)?;
    training.teller.end();
    let is_stronger = outcome.verdict == Verdict::Accepted
        || outcome.verdict == Verdict::Open
            && outcome
                .contest
                .estimate()
                .is_some_and(|estimate| estimate.score.low > 0.5);
    if is_stronger {
        let comment = outcome.comment(&training.progress);
        let text = format!("{comment}{}", network.to_text());
        output::write_file(&file, text.as_bytes(), Existing::Replace)?;
    }
    if args.json {
        let written = is_stronger.then(|| file.to_string_lossy().into_owned());
        let answer = outcome.json(&variant, written);
        write_json(out, &answer)?;
    } else {
        writeln!(out, "{}", outcome.words())?;
        if is_stronger {
            writeln!(out, "{}: written", file.display())?;
        }
    }
    if !is_stronger {
        let folder = training.folder.display();
        let message =
            "the network is not stronger by the test and was not kept; more hours may help";
        report::plain_warning(&format!("{message} (its games are in {folder})"));
    }
    Ok(())
}

impl<'a> Training<'a> {
    /// Opens the folder of a training, or begins one.
    fn begin(args: &'a Args, variant: &'a Variant, folder: PathBuf) -> Result<Training<'a>, Stop> {
        let inputs = NetworkInputs::new(variant);
        let hidden = args.hidden.unwrap_or(HIDDEN[0]);
        if inputs.n_features() > MOST_FEATURES || inputs.n_rows() * hidden > Network::MOST_WEIGHTS {
            let message = "the board and the pieces are too many for a network";
            return Err(Stop::Usage(message.to_owned()));
        }
        let fault = |error: io::Error| Stop::Usage(format!("{}: {error}", folder.display()));
        output::make_folder(&folder).map_err(fault)?;
        let new = Progress {
            definition: definition_hash(variant.def()),
            nodes: args.nodes,
            seed: args.seed,
            max_plies: args.max_plies,
            finished: Finished::default(),
            generations: Vec::new(),
            contest: 0.0,
        };
        let path = folder.join("progress.json");
        let mut progress = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => new,
            Err(error) => return Err(fault(error)),
            Ok(text) => {
                let kept: Option<Progress> = serde_json::from_str(&text).ok();
                let kept = kept.ok_or_else(|| {
                    Stop::Usage(format!(
                        "{}: this is no progress of a training",
                        path.display()
                    ))
                })?;
                let new = Progress {
                    finished: kept.finished,
                    generations: kept.generations.clone(),
                    contest: kept.contest,
                    ..new
                };
                if kept != new {
                    let message = "the training in this folder has another definition, or other \
                         `--nodes`, `--seed` or `--max-plies`; write another `--folder`";
                    return Err(Stop::Usage(format!("{}: {message}", folder.display())));
                }
                report::plain_note(&format!("continues the training in {}", folder.display()));
                kept
            }
        };
        progress.plan(args.hours);
        Ok(Training {
            args,
            variant,
            folder,
            jobs: args.jobs.map_or_else(cores, usize::from),
            progress,
            teller: Teller::new(),
        })
    }

    fn file(&self, name: &str, generation: usize) -> PathBuf {
        self.folder.join(format!("{name}-{}", generation + 1))
    }

    fn fault(&self, error: &io::Error) -> Stop {
        Stop::Usage(format!("{}: {error}", self.folder.display()))
    }

    fn keep_progress(&self) -> Result<(), Stop> {
        let text = serde_json::to_string_pretty(&self.progress);
        let text = text.map_err(|error| self.fault(&io::Error::other(error)))?;
        let path = self.folder.join("progress.json");
        output::write_file(&path, format!("{text}\n").as_bytes(), Existing::Replace)
    }

    fn run(&mut self, before: Evaluation) -> Result<(Tuning, Outcome), Stop> {
        let mut network = Arc::new(Tuning::default());
        let mut evaluation = Evaluation::Derived;
        let n_generations = self.progress.generations.len();
        for generation in 0..n_generations {
            self.play(generation, evaluation)?;
            network = self.learn(generation)?;
            evaluation = Evaluation::Tuned(Arc::clone(&network));
        }
        let (contest, nodes, verdict) = self.compare(&network, before)?;
        self.progress.finish(self.args.hours);
        self.keep_progress()?;
        let mut games = 0;
        for generation in learned_from(n_generations - 1) {
            games += self.count(generation)?;
        }
        let outcome = Outcome {
            games,
            learned: self.progress.generations[n_generations - 1].learned,
            contest,
            nodes,
            verdict,
        };
        Ok((Tuning::clone(&network), outcome))
    }

    /// The number of games of a generation.
    fn count(&self, generation: usize) -> Result<u64, Stop> {
        let path = self.file("games", generation);
        let reader = GameReader::open(&path).map_err(|error| self.fault(&error))?;
        Ok(reader.count() as u64)
    }

    /// Plays the games of a generation.
    fn play(&mut self, generation: usize, evaluation: Evaluation) -> Result<(), Stop> {
        let name = match &evaluation {
            Evaluation::Tuned(tuning) => tuning.network().map(Network::id),
            _ => None,
        };
        let seed = self.args.seed.wrapping_add(generation as u64);
        let header = Header {
            definition: self.progress.definition.clone(),
            evaluation: name.map_or("derived".to_owned(), |id| format!("{id:016x}")),
            nodes: self.args.nodes,
            seed,
        };
        let path = self.file("games", generation);
        let mut file = GameFile::append(&path, &header).map_err(|error| self.fault(&error))?;
        let terms = Terms {
            nodes: self.args.nodes,
            seed,
            evaluation,
            max_plies: self.args.max_plies as usize,
        };
        let generator = Generator::new(self.variant, terms);
        let limit = self
            .progress
            .seconds_for(generation, GAMES, self.args.hours);
        let seconds_before = self.progress.generations[generation].games;
        let (begun, plies_before) = (Instant::now(), file.plies());
        let mut kept = begun;
        let mut result = Ok(());
        // Plays at least a few games even if the time is short.
        while result.is_ok()
            && (limit > self.progress.generations[generation].games || file.games() < 40)
        {
            let stop = AtomicBool::new(false);
            let first = file.games();
            let played = generator.play(first, self.jobs, &stop, |game| {
                if let Err(error) = file.add(&game) {
                    result = Err(self.fault(&error));
                    return false;
                }
                let seconds = begun.elapsed().as_secs_f64();
                let played = seconds_before + seconds;
                self.progress.generations[generation].games = played;
                if kept.elapsed().as_secs() >= 10 {
                    kept = Instant::now();
                    let flushed = file.flush().map_err(|error| self.fault(&error));
                    result = flushed.and_then(|()| self.keep_progress());
                }
                let left = limit - played;
                let rate = (file.plies() - plies_before) as f64 / seconds;
                self.teller.tell(|| {
                    format!(
                        "generation {}: {} games, {} positions, {rate:.0} a second, {:.0} min left",
                        generation + 1,
                        file.games(),
                        file.plies(),
                        (left / 60.0).max(0.0)
                    )
                });
                result.is_ok() && left > 0.0
            });
            played.map_err(|error| self.fault(&error))?;
        }
        result?;
        file.flush().map_err(|error| self.fault(&error))?;
        // The network on which later games depend is kept; the last one also learns from the new
        // games.
        let network = self.network(generation);
        let is_last = generation + 1 == self.progress.generations.len();
        if file.plies() > plies_before && is_last && network.exists() {
            fs::remove_file(&network).map_err(|error| self.fault(&error))?;
        }
        self.keep_progress()
    }

    fn network(&self, generation: usize) -> PathBuf {
        self.file("network", generation).with_extension("eval.toml")
    }

    /// The network of a generation, which learns from the games of the newest generations.
    fn learn(&mut self, generation: usize) -> Result<Arc<Tuning>, Stop> {
        let path = self.network(generation);
        if path.exists() {
            let text = load::read_text(&path.to_string_lossy())?;
            return self.read_network(&text, &path).map(Arc::new);
        }
        let begun = Instant::now();
        let mut lesson = Lesson::default();
        let mut first = 0;
        for generation in learned_from(generation) {
            let path = self.file("games", generation);
            let mut reader = GameReader::open(&path).map_err(|error| self.fault(&error))?;
            loop {
                let games: Vec<_> = reader.by_ref().take(4096).collect();
                if games.is_empty() {
                    break;
                }
                let added = lesson.add(self.variant, first, &games, self.jobs);
                added.map_err(|error| self.fault(&error))?;
                first += games.len() as u64;
            }
        }
        let positions = lesson.learned.len();
        if positions == 0 || lesson.aside.is_empty() {
            let message =
                "the games have too few quiet positions to learn from; more hours may help";
            return Err(Stop::Usage(message.to_owned()));
        }
        let n_rows = NetworkInputs::new(self.variant).n_rows();
        let is_large = positions >= MANY && n_rows * HIDDEN[1] <= Network::MOST_WEIGHTS;
        let by_default = HIDDEN[usize::from(is_large)];
        let options = Options {
            hidden: self.args.hidden.unwrap_or(by_default),
            outputs: 1,
            lambda: if first < ENOUGH_GAMES { 0.0 } else { 0.15 },
            is_alone: false,
            passes: 1,
            seed: self.args.seed,
        };
        let [state, best] = ["trainer", "best"].map(|name| self.file(name, generation));
        let mut tried = self.progress.generations[generation].learned;
        // Attempts with other positions, and those whose files are gone, begin anew.
        if tried.positions != positions || tried.tried > 0 && !best.exists() {
            tried = Learned {
                positions,
                ..Learned::default()
            };
            if state.exists() {
                fs::remove_file(&state).map_err(|error| self.fault(&error))?;
            }
        }
        if tried.affordable == 0 {
            let used = self.progress.generations[generation].training;
            let left = self
                .progress
                .seconds_for(generation, TRAINING, self.args.hours)
                - used;
            tried.affordable = self.passes(&lesson, options, left);
        }
        while let Some(passes) = tried.next() {
            let options = Options { passes, ..options };
            let mut trainer = Trainer::new(self.variant, &lesson.learned, options);
            // An interrupted attempt is resumed.
            if let Ok(bytes) = fs::read(&state) {
                trainer.resume(&bytes);
            }
            self.progress.generations[generation].learned = tried;
            self.keep_progress()?;
            for pass in trainer.passes_done() + 1..=passes {
                let error = trainer.pass(&lesson.learned, self.jobs);
                output::write_file(&state, &trainer.state(), Existing::Replace)?;
                self.teller.tell(|| {
                    let [aside, _] = trainer.measure(&lesson.aside, self.jobs).of_network();
                    format!(
                        "network {}: pass {pass} of {passes} over {positions} positions, \
                         error {error:.5}, in other games {aside:.5}",
                        generation + 1
                    )
                });
            }
            let errors = trainer.measure(&lesson.aside, self.jobs);
            if tried.add(passes, &errors) {
                let text = Tuning::of_network(trainer.network()).to_text();
                output::write_file(&best, text.as_bytes(), Existing::Replace)?;
            }
            fs::remove_file(&state).map_err(|error| self.fault(&error))?;
        }
        let stage = &mut self.progress.generations[generation];
        stage.learned = tried;
        stage.training += begun.elapsed().as_secs_f64();
        let text = load::read_text(&best.to_string_lossy())?;
        let network = self.read_network(&text, &best)?;
        output::write_file(&path, text.as_bytes(), Existing::Replace)?;
        fs::remove_file(&best).map_err(|error| self.fault(&error))?;
        self.keep_progress()?;
        Ok(Arc::new(network))
    }

    fn read_network(&self, text: &str, path: &Path) -> Result<Tuning, Stop> {
        let read = Tuning::read(text, self.variant.def()).into_result();
        read.map_err(|_| {
            let path = path.display();
            Stop::Usage(format!("{path}: this is no network of the variant"))
        })
    }

    /// The number of passes for which there is time.
    fn passes(&self, lesson: &Lesson, options: Options, seconds: f64) -> usize {
        let begun = Instant::now();
        let mut trial = Trainer::new(self.variant, &lesson.learned, options);
        let steps = trial.try_steps(&lesson.learned, self.jobs, 8);
        let all = begun.elapsed().as_secs_f64() / steps.max(1.0);
        ((seconds / all) as usize).clamp(2, PASSES.iter().sum())
    }

    /// The contest between the network and the evaluation before it.
    fn compare(
        &mut self,
        network: &Arc<Tuning>,
        before: Evaluation,
    ) -> Result<(Histogram, [u64; 2], Verdict), Stop> {
        let contest = Contest {
            evaluations: [Evaluation::Tuned(Arc::clone(network)), before],
            nodes: [CONTEST_NODES; 2],
            seed: self.args.seed.wrapping_add(1000),
            max_plies: self.args.max_plies as usize,
        };
        let contest = contest.with_equal_time(self.variant, CONTEST_NODES);
        let sprt = Sprt::new(0.0, 20.0, Model::Logistic);
        let mut results = Histogram::pairs();
        let begun = Instant::now();
        let limit = CONTEST * self.progress.seconds(self.args.hours) - self.progress.contest;
        let teller = &mut self.teller;
        let stop = AtomicBool::new(false);
        let played = contest.play(self.variant, self.jobs, &stop, |points| {
            results.add(points.iter().sum());
            let verdict = sprt.verdict(&results);
            teller.tell(|| {
                let estimate = results.estimate();
                let score = estimate.map_or(String::new(), |estimate| in_percent(&estimate));
                format!("contest: {} games, {score}", 2 * results.units())
            });
            let has_time = begun.elapsed().as_secs_f64() < limit || results.units() < 10;
            verdict == Verdict::Open && has_time
        });
        played.map_err(|error| self.fault(&error))?;
        self.progress.contest += begun.elapsed().as_secs_f64();
        Ok((results.clone(), contest.nodes, sprt.verdict(&results)))
    }
}

/// The generations from whose games the network of one learns.
fn learned_from(generation: usize) -> RangeInclusive<usize> {
    (generation + 1).saturating_sub(WINDOW)..=generation
}
