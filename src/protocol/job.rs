//! Work that takes long, to be done beside the protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::game::{Game, Position, Strategy, checked_perft};
use crate::search::{Clock, Control, Found, Limits, Line, Searcher};
use crate::source::Diagnostic;
use crate::state::Move;

/// Work that takes long. It owns all that it needs, so it can be sent to another thread.
#[derive(Debug)]
pub struct Job {
    pub(super) work: Work,
    pub(super) signals: Signals,
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
    /// Counts the leaves below each of these moves, which are all.
    Count {
        position: Position,
        moves: Vec<Move>,
        depth: u32,
    },
}

/// How a job is told something while it runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Signals {
    pub(super) stop: Arc<AtomicBool>,
    pub(super) pondering: Arc<AtomicBool>,
}

impl Signals {
    /// Ends the job.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Relaxed);
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
    /// The leaves, unless it was stopped.
    Counted(Result<Option<u64>, Diagnostic>),
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
            Work::Count { .. } => false,
        }
    }

    /// Whether it has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.signals.stop.load(Ordering::Relaxed)
    }

    /// Does the work. The clock has begun with the job.
    pub fn run(self, clock: &dyn Clock, report: &mut dyn FnMut(Report)) -> Done {
        let Job { work, signals } = self;
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
                Answer::Found { searcher, found }
            }
            Work::Count {
                position,
                moves,
                depth,
            } => Answer::Counted(count(&position, moves, depth, &signals.stop, report)),
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
