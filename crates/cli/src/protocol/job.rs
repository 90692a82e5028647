//! Long jobs, such as searches, which run in parallel to the protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::bench::{BenchRow, bench};
use super::library::Library;
use ferz::eval::Evaluation;
use ferz::game::{Game, Position, Strategy, checked_perft};
use ferz::search::{Clock, Control, Limits, Line, SearchResult, Searcher};
use ferz::source::Diagnostic;
use ferz::state::Move;

/// A long job. It owns all its data, so it can be sent to another thread.
#[derive(Debug)]
pub struct Job {
    pub(super) work: Work,
    pub(super) signals: Signals,
    pub(super) helpers: Helpers,
}

/// The helpers of a search on other threads.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    /// The number of wanted helpers. The list is shorter if memory is short.
    pub(super) wanted: usize,
    pub(super) list: Vec<Helper>,
}

/// A helper that searches in parallel on another thread (lazy SMP). It ends with its job.
#[derive(Debug)]
pub struct Helper {
    searcher: Searcher,
    game: Game,
    moves: Vec<Move>,
    signals: Signals,
}

impl Helper {
    /// A helper of a searcher with the same game and the same root moves, if memory allows.
    pub(super) fn of(
        searcher: &Searcher,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
    ) -> Option<Helper> {
        Some(Helper {
            searcher: searcher.companion()?,
            game: game.clone(),
            moves: limits.moves.clone(),
            signals: signals.clone(),
        })
    }

    /// Searches until stopped; only its entries in the transposition table and the number of its nodes are used.
    pub fn run(mut self) {
        let limits = Limits {
            moves: self.moves,
            ..Limits::default()
        };
        let Signals {
            helpers_stop,
            helpers_nodes,
            ..
        } = &self.signals;
        self.searcher
            .help(&self.game, &limits, helpers_stop, helpers_nodes);
    }
}

/// The kind of work.
#[derive(Debug)]
pub(super) enum Work {
    /// Searches for the best move.
    Search {
        searcher: Box<Searcher>,
        game: Box<Game>,
        limits: Limits,
    },
    /// Makes data that is needed later.
    Prepare(fn()),
    /// Counts the leaves below each of these moves, which are all legal moves.
    Count {
        position: Position,
        moves: Vec<Move>,
        depth: u32,
    },
    /// Benchmarks these variants, with this number of nodes for each search.
    Bench {
        library: Library,
        names: Vec<String>,
        nodes: u64,
    },
}

/// Flags by which a running job is controlled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    pub(super) stop: Arc<AtomicBool>,
    pub(super) pondering: Arc<AtomicBool>,
    /// Set when the job has ended.
    helpers_stop: Arc<AtomicBool>,
    /// The nodes that the helpers have visited.
    helpers_nodes: Arc<AtomicU64>,
}

impl Signals {
    /// Stops the job.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the job has been told to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A report of a running job.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Report {
    /// A search has found a principal variation.
    Line {
        /// The principal variation.
        line: Line,
        /// The number of nodes so far.
        nodes: u64,
        /// The load of the transposition table, in thousandths.
        table_use: u32,
        /// The time since the job began.
        elapsed: Duration,
    },
    /// The leaves below a move have been counted.
    Count {
        /// The move.
        mv: Box<Move>,
        /// The number of leaves.
        leaves: u64,
    },
    /// Only this many threads run, because the system provides no more. With none, nothing is searched.
    Threads(usize),
    /// A variant has been searched as by [`bench`](super::bench()).
    Bench(BenchRow),
}

/// The result of a job, for its protocol.
#[derive(Debug)]
pub struct Done {
    pub(super) result: Answer,
    pub(super) elapsed: Duration,
}

/// The result of a job.
#[derive(Debug)]
pub(super) enum Answer {
    Searched {
        searcher: Box<Searcher>,
        found: SearchResult,
    },
    Prepared,
    /// The number of leaves; `None` if the job was stopped.
    Counted(Result<Option<u64>, Diagnostic>),
    /// The sum of all searches; `None` if the job was stopped.
    Benched(Result<Option<BenchRow>, Diagnostic>),
}

impl Job {
    /// Whether it ends only when told to stop.
    pub fn is_endless(&self) -> bool {
        match &self.work {
            Work::Search { limits, .. } => {
                let Limits {
                    depth,
                    nodes,
                    soft_nodes,
                    mate,
                    moves: _,
                    time,
                } = limits;
                let is_limited = depth.is_some()
                    || nodes.or(*soft_nodes).is_some()
                    || mate.is_some()
                    || time.is_some();
                !is_limited || self.signals.pondering.load(Ordering::Relaxed)
            }
            Work::Prepare(_) | Work::Count { .. } | Work::Bench { .. } => false,
        }
    }

    /// Whether it has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.signals.is_stopped()
    }

    /// The signals that it obeys.
    pub(crate) fn signals(&self) -> Signals {
        self.signals.clone()
    }

    /// The helpers, to be run on other threads in parallel; empty on later calls.
    pub fn take_helpers(&mut self) -> Vec<Helper> {
        std::mem::take(&mut self.helpers.list)
    }

    /// The number of wanted threads, including that of [`Job::run`]. A driver that starts fewer reports
    /// [`Report::Threads`].
    pub fn n_threads(&self) -> usize {
        self.helpers.wanted + 1
    }

    /// Ends the job if no thread is available for it. Preparations that the protocol depends on are still
    /// made.
    pub fn give_up(self) -> Done {
        let result = match self.work {
            Work::Search { searcher, .. } => Answer::Searched {
                searcher,
                found: SearchResult::default(),
            },
            Work::Prepare(prepare) => {
                prepare();
                Answer::Prepared
            }
            Work::Count { .. } => Answer::Counted(Ok(None)),
            Work::Bench { .. } => Answer::Benched(Ok(None)),
        };
        Done {
            result,
            elapsed: Duration::ZERO,
        }
    }

    /// Runs the job. The clock started with the job.
    pub fn run(self, clock: &dyn Clock, report: &mut dyn FnMut(Report)) -> Done {
        let Job {
            work,
            signals,
            helpers: _,
        } = self;
        let result = match work {
            Work::Search {
                mut searcher,
                game,
                limits,
            } => {
                let control = Control {
                    stop: Some(&signals.stop),
                    pondering: Some(&signals.pondering),
                    clock: Some(clock),
                };
                let all_nodes = |nodes: u64| nodes + signals.helpers_nodes.load(Ordering::Relaxed);
                let mut found = searcher.search(&game, &limits, &control, &mut |progress| {
                    report(Report::Line {
                        line: progress.line.clone(),
                        nodes: all_nodes(progress.nodes),
                        table_use: progress.table_use,
                        elapsed: clock.elapsed(),
                    });
                });
                signals.helpers_stop.store(true, Ordering::Relaxed);
                found.nodes = all_nodes(found.nodes);
                Answer::Searched { searcher, found }
            }
            Work::Prepare(prepare) => {
                prepare();
                Answer::Prepared
            }
            Work::Count {
                position,
                moves,
                depth,
            } => Answer::Counted(count(&position, moves, depth, &signals.stop, report)),
            Work::Bench {
                library,
                names,
                nodes,
            } => Answer::Benched(search_all(
                &library,
                &names,
                nodes,
                clock,
                &signals.stop,
                report,
            )),
        };
        Done {
            result,
            elapsed: clock.elapsed(),
        }
    }
}

/// Counts the leaves below each move, and the total; `None` if stopped.
fn count(
    position: &Position,
    moves: Vec<Move>,
    depth: u32,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Report),
) -> Result<Option<u64>, Diagnostic> {
    if depth == 0 {
        return Ok(Some(1));
    }
    let mut all = 0;
    for mv in moves {
        let after = position.play_unchecked(&mv);
        let Some(leaves) = leaves(&after, depth - 1, stop)? else {
            return Ok(None);
        };
        all += leaves;
        let mv = Box::new(mv);
        report(Report::Count { mv, leaves });
    }
    Ok(Some(all))
}

/// Benchmarks all these variants; the sum, or `None` if stopped.
fn search_all(
    library: &Library,
    names: &[String],
    nodes: u64,
    clock: &dyn Clock,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Report),
) -> Result<Option<BenchRow>, Diagnostic> {
    let control = Control {
        stop: Some(stop),
        ..Control::default()
    };
    let mut rows = Vec::new();
    for name in names {
        let variant = library.variant(name)?;
        let tuning = library.tuning(name);
        let evaluation = tuning.map_or(Evaluation::Builtin, Evaluation::Tuned);
        match bench(name, &variant, nodes, evaluation, clock, &control) {
            Some(row) => {
                report(Report::Bench(row.clone()));
                rows.push(row);
            }
            None => return Ok(None),
        }
    }
    Ok(Some(BenchRow::sum(&rows)))
}

/// The depth that is counted without polling for a stop.
const UNINTERRUPTED: u32 = 2;

fn leaves(position: &Position, depth: u32, stop: &AtomicBool) -> Result<Option<u64>, Diagnostic> {
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    if depth <= UNINTERRUPTED {
        return checked_perft(position, depth, Strategy::Fastest).map(Some);
    }
    if let Some(finding) = position.beyond_limits() {
        return Err(finding);
    }
    let mut all = 0;
    for mv in position.legal_moves() {
        match leaves(&position.play_unchecked(&mv), depth - 1, stop)? {
            Some(leaves) => all += leaves,
            None => return Ok(None),
        }
    }
    Ok(Some(all))
}
