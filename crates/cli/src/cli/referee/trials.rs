//! Self-play games on several threads, with a file that can be resumed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use super::affinity::cores;
use super::ledger::{Ledger, Teller};
use super::shard::shard;
use crate::cli::output::ForceArgs;
use crate::cli::report;
use crate::cli::stop::Stop;
use crate::cli::thinking::SEARCH_STACK;
use crate::referee::{GameKey, GameRow, Run, SelfPlay, SelfPlayTerms};
use ferz::game::{Game, Variant};
use ferz::search::SearchOptions;

/// The transposition table of a short search, in MiB.
const TABLE: usize = 2;

/// How such games are played and kept.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TrialArgs {
    /// End games after this many plies as draws
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) max_plies: u32,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Number of games played at once; by default the number of processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(in crate::cli) jobs: Option<u16>,
    /// Write each game to this file as a line of JSON
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Continue the file of `--out`: play only the missing games
    #[arg(long, requires = "out")]
    pub(in crate::cli) resume: bool,
    #[command(flatten)]
    pub(in crate::cli) force: ForceArgs,
    /// Play one part of the games: `2/3` is the second of three; `ferz merge` joins the files
    #[arg(long, value_name = "PART/PARTS", requires = "out")]
    pub(in crate::cli) shard: Option<String>,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Trial {
    pub(in crate::cli) key: GameKey,
    pub(in crate::cli) terms: SelfPlayTerms,
    /// An additional parameter of the opening.
    pub(in crate::cli) question: usize,
}

/// All games of a run.
pub(in crate::cli) struct Trials<'a> {
    pub(in crate::cli) args: &'a TrialArgs,
    pub(in crate::cli) variant: &'a Variant,
    pub(in crate::cli) options: SearchOptions,
    pub(in crate::cli) games: Vec<Trial>,
    /// The attributes of the run that files record.
    pub(in crate::cli) run: Run,
    /// The opening of a game.
    pub(in crate::cli) opening: &'a (dyn Fn(&Trial) -> Result<Game, String> + Sync),
}

impl Trials<'_> {
    /// Plays the games that are missing in the file, and returns all rows of the run in the order of their
    /// keys.
    pub(in crate::cli) fn play(mut self) -> Result<Vec<GameRow>, Stop> {
        let args = self.args;
        if let Some(text) = &args.shard {
            let shard = shard(text)?;
            let is_mine = |trial: &Trial| trial.key.pair % shard.parts == shard.part - 1;
            self.games.retain(is_mine);
        }
        let out = args.out.as_deref();
        let mut ledger = Ledger::open(out, None, args.resume, args.force.existing())?;
        let keys: BTreeSet<&GameKey> = self.games.iter().map(|trial| &trial.key).collect();
        let known = std::mem::take(&mut ledger.rows).into_iter();
        let known = known.filter(|row| keys.contains(&row.key));
        let mut rows: BTreeMap<GameKey, GameRow> =
            known.map(|row| (row.key.clone(), row)).collect();
        let total = self.games.len();
        if args.resume {
            report::plain_note(&format!("{} of {total} games are finished", rows.len()));
        }
        let missing = self.games.iter();
        let missing = missing.filter(|trial| !rows.contains_key(&trial.key));
        let queue = Mutex::new(missing.cloned().collect::<Vec<_>>().into_iter());
        let is_over = AtomicBool::new(false);
        let mut result = Ok(());
        let mut teller = Teller::new();
        thread::scope(|scope| {
            let (sender, news) = mpsc::channel();
            for _ in 0..args.jobs.map_or_else(cores, usize::from) {
                let (sender, again) = (sender.clone(), sender.clone());
                let (queue, is_over, this) = (&queue, &is_over, &self);
                let work = move || {
                    let options = SearchOptions {
                        table_mib: TABLE,
                        ..this.options.clone()
                    };
                    let mut player = SelfPlay::new(this.variant, options);
                    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
                    while !is_over.load(Ordering::Relaxed)
                        && let Some(trial) = next()
                    {
                        let opening = (this.opening)(&trial).map_err(Stop::Usage);
                        let row = opening.map(|game| GameRow {
                            run: Some(this.run.clone()),
                            ..player.play(&game, trial.terms, trial.key.clone())
                        });
                        if sender.send(row).is_err() {
                            break;
                        }
                    }
                };
                let builder = thread::Builder::new().stack_size(SEARCH_STACK);
                if let Err(error) = builder.spawn_scoped(scope, work) {
                    let _ = again.send(Err(Stop::Output(error)));
                }
            }
            drop(sender);
            for row in news {
                let kept = row.and_then(|row| ledger.keep(&row, None).map(|()| row));
                match kept {
                    Ok(row) => {
                        rows.insert(row.key.clone(), row);
                        teller.tell(|| format!("{}/{total} games", rows.len()));
                    }
                    Err(stop) => {
                        is_over.store(true, Ordering::Relaxed);
                        result = Err(stop);
                    }
                }
            }
        });
        teller.end();
        result.map(|()| rows.into_values().collect())
    }
}
