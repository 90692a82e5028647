//! Work that takes long, to be done beside the protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::bench::{BenchRow, bench_variant};
use super::library::Library;
use crate::eval::Evaluation;
use crate::game::{Game, Position, Strategy, checked_perft};
use crate::search::{Clock, Control, Found, Limits, Line, Searcher};
use crate::source::Diagnostic;
use crate::state::Move;

/// Work that takes long. It owns all that it needs, so it can be sent to another thread.
#[derive(Debug)]
pub struct Job {
    pub(super) work: Work,
    pub(super) signals: Signals,
    pub(super) helpers: Helpers,
}

/// The parts of a search that may be done on other threads.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    /// How many are wanted. There are fewer where there is no room for more.
    pub(super) wanted: usize,
    pub(super) list: Vec<Helper>,
}

/// Part of the work of a search, to be done at the same time on another thread. It ends with the job.
#[derive(Debug)]
pub struct Helper {
    searcher: Searcher,
    game: Game,
    moves: Vec<Move>,
    stop: Arc<AtomicBool>,
}

impl Helper {
    /// A helper of a searcher, in the same game and among the same moves, if there is room for one.
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
            stop: Arc::clone(&signals.helpers_stop),
        })
    }

    /// Does the work, of which only what is found about positions is left.
    pub fn run(mut self) {
        let limits = Limits {
            moves: self.moves,
            ..Limits::default()
        };
        let control = Control {
            stop: Some(&self.stop),
            ..Control::default()
        };
        self.searcher
            .search(&self.game, &limits, &control, &mut |_| {});
    }
}

/// What there is to do.
#[derive(Debug)]
pub(super) enum Work {
    /// Looks for the best move.
    Search {
        searcher: Box<Searcher>,
        game: Box<Game>,
        limits: Limits,
    },
    /// Makes what is needed later.
    Prepare(fn()),
    /// Counts the leaves below each of these moves, which are all.
    Count {
        position: Position,
        moves: Vec<Move>,
        depth: u32,
    },
    /// Searches positions of these variants with so many nodes each.
    Bench {
        library: Library,
        names: Vec<String>,
        nodes: u64,
    },
}

/// How a job is told something while it runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Signals {
    pub(super) stop: Arc<AtomicBool>,
    pub(super) pondering: Arc<AtomicBool>,
    /// Set when the job has ended.
    helpers_stop: Arc<AtomicBool>,
}

impl Signals {
    /// Ends the job.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether it has been told to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Something that a job says on its way.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Report {
    /// A search has found a line.
    Line {
        /// The line.
        line: Line,
        /// Positions looked at.
        nodes: u64,
        /// How full the table of positions is, in thousandths.
        table_use: u32,
        /// Since the job began.
        elapsed: Duration,
    },
    /// The leaves below a move have been counted.
    Count {
        /// The move.
        mv: Box<Move>,
        /// The leaves.
        leaves: u64,
    },
    /// So many threads search, fewer than were asked for: the system gives no more. With none, nothing is
    /// searched.
    Threads(usize),
    /// A variant has been searched as often as [`bench`](super::bench()) does it.
    Bench(BenchRow),
}

/// What a job ends with.
#[derive(Debug)]
pub struct Done {
    pub(super) result: Answer,
    pub(super) elapsed: Duration,
}

/// The answer of a job.
#[derive(Debug)]
pub(super) enum Answer {
    Found {
        searcher: Box<Searcher>,
        found: Found,
    },
    Prepared,
    /// The leaves, unless it was stopped.
    Counted(Result<Option<u64>, Diagnostic>),
    /// All that was searched, unless it was stopped.
    Benched(Result<Option<BenchRow>, Diagnostic>),
}

impl Job {
    /// Whether it ends only when it is told to.
    pub fn is_endless(&self) -> bool {
        match &self.work {
            Work::Search { limits, .. } => {
                let Limits {
                    depth,
                    nodes,
                    mate,
                    moves: _,
                    time,
                } = limits;
                let is_limited =
                    depth.is_some() || nodes.is_some() || mate.is_some() || time.is_some();
                !is_limited || self.signals.pondering.load(Ordering::Relaxed)
            }
            Work::Prepare(_) | Work::Count { .. } | Work::Bench { .. } => false,
        }
    }

    /// Whether it has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.signals.stop.load(Ordering::Relaxed)
    }

    /// The parts that may be done on other threads at the same time; none a second time.
    pub fn take_helpers(&mut self) -> Vec<Helper> {
        std::mem::take(&mut self.helpers.list)
    }

    /// How many threads should work, with the one of [`Job::run`]. Whoever starts fewer says so by
    /// [`Report::Threads`].
    pub fn n_threads(&self) -> usize {
        self.helpers.wanted + 1
    }

    /// Ends the job where there is no thread for it. What a protocol must do before it can go on is done.
    pub fn give_up(self) -> Done {
        let result = match self.work {
            Work::Search { searcher, .. } => Answer::Found {
                searcher,
                found: Found::default(),
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

    /// Does the work. The clock has begun with the job.
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
                let found = searcher.search(&game, &limits, &control, &mut |progress| {
                    report(Report::Line {
                        line: progress.line.clone(),
                        nodes: progress.nodes,
                        table_use: progress.table_use,
                        elapsed: clock.elapsed(),
                    });
                });
                signals.helpers_stop.store(true, Ordering::Relaxed);
                Answer::Found { searcher, found }
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

/// The leaves below each move and all together; `None` if it was stopped.
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

/// What was searched in all of these variants together; `None` if it was stopped.
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
        match bench_variant(name, &variant, nodes, evaluation, clock, &control) {
            Some(row) => {
                report(Report::Bench(row.clone()));
                rows.push(row);
            }
            None => return Ok(None),
        }
    }
    Ok(Some(BenchRow::sum(&rows)))
}

/// How deep is counted without asking whether to stop.
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
