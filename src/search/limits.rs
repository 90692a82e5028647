//! Search limits, time management, the control of a running search, and options of a searcher.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::eval::Evaluation;
use crate::state::Move;

/// The limits of a search. Without any, it runs until it is stopped or no deeper search is useful.
///
/// Write `Limits { mate: Some(2), ..Limits::default() }`: the struct is exhaustive so that this works, and a later
/// version may have more fields. [`Clock`] has an example.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Number of nodes. A search with one thread and only this limit is deterministic.
    pub nodes: Option<u64>,
    /// Number of nodes after which no deeper iteration begins.
    #[doc(hidden)]
    pub soft_nodes: Option<u64>,
    /// Mate search: the number of moves of the side to move. The search ends when it finds such a mate or has
    /// excluded it.
    pub mate: Option<u32>,
    /// The only moves that may be played; empty for all legal moves.
    pub moves: Vec<Move>,
    /// Time limit, measured by the clock of the [`Control`].
    pub time: Option<TimeLimit>,
}

impl Limits {
    /// A depth limit in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// A node limit.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A fixed time for the move.
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(TimeLimit::exactly(time)),
            ..Limits::default()
        }
    }
}

/// Time limit of a search.
///
/// It is exhaustive, so that a program can divide its time as it likes.
///
/// ```
/// use std::time::Duration;
///
/// use ferz::search::{Limits, TimeLimit};
///
/// let seconds = Duration::from_secs;
/// // One minute for the rest of the game, one second for each move, no overhead.
/// let time = TimeLimit::on_clock(seconds(60), seconds(1), None, Duration::ZERO);
/// assert!(time.soft <= time.hard && time.hard < seconds(60));
/// let limits = Limits { time: Some(time), ..Limits::default() };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// The time after which no deeper iteration begins.
    pub soft: Duration,
    /// The time at which the search stops.
    pub hard: Duration,
}

impl TimeLimit {
    /// A fixed time for the move.
    #[doc(hidden)]
    pub fn exactly(time: Duration) -> TimeLimit {
        TimeLimit {
            soft: time,
            hard: time,
        }
    }

    /// Allocates a part of the remaining time on a clock to one move, from the increment, the number of moves
    /// to the next time control (`None` if the time is for the rest of the game) and the communication
    /// overhead.
    pub fn on_clock(
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) -> TimeLimit {
        let usable = left.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = f64::from(moves_to_go.unwrap_or(40).clamp(1, 40));
        let share = usable.as_secs_f64() / (moves * 0.75 + 2.0) + increment.as_secs_f64() * 0.7;
        let soft = share.min(usable.as_secs_f64() * 0.5);
        let hard = (share * 4.0).min(usable.as_secs_f64() * 0.7).max(soft);
        TimeLimit {
            soft: Duration::from_secs_f64(soft),
            hard: Duration::from_secs_f64(hard),
        }
    }
}

/// The size of a slice, after which a search is suspended ([`Searcher::work`](super::Searcher::work)). The
/// default is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Time since the start of the slice, measured by the clock of the [`Control`].
    pub time: Option<Duration>,
}

impl Slice {
    /// A slice of about this number of nodes.
    pub const fn nodes(nodes: u64) -> Slice {
        Slice {
            nodes: Some(nodes),
            time: None,
        }
    }

    /// A slice of about this time.
    pub const fn time(time: Duration) -> Slice {
        Slice {
            nodes: None,
            time: Some(time),
        }
    }
}

/// Measures the time of a search.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use ferz::Variant;
/// use ferz::game::Game;
/// use ferz::search::{Clock, Control, Limits, SearchOptions, Searcher};
///
/// struct SystemClock(Instant);
///
/// impl Clock for SystemClock {
///     fn elapsed(&self) -> Duration {
///         self.0.elapsed()
///     }
/// }
///
/// let chess = Variant::builtin("chess").unwrap();
/// let clock = SystemClock(Instant::now());
/// let control = Control { clock: Some(&clock), ..Control::default() };
/// let limits = Limits::time(Duration::from_millis(20));
/// let mut searcher = Searcher::new(&chess, SearchOptions::default());
/// let found = searcher.search(&Game::new(chess.start()), &limits, &control, &mut |_| {});
/// assert!(found.best().is_some());
/// ```
pub trait Clock: Send + Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;
}

/// External control of a running search.
///
/// The default has no stop flag and no clock, and so ignores time limits.
///
/// The struct is exhaustive so that `..Control::default()` works; a later version may have more fields.
/// [`Clock`] has an example.
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    /// The search stops soon after this flag is set.
    pub stop: Option<&'a AtomicBool>,
    /// Pondering: while this flag is set, the search ignores its time limits.
    #[doc(hidden)]
    pub pondering: Option<&'a AtomicBool>,
    /// The clock for time limits.
    pub clock: Option<&'a dyn Clock>,
}

#[doc(hidden)]
impl Control<'_> {
    /// Whether the stop flag is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether the search is pondering: it runs on the opponent's time.
    pub(crate) fn is_pondering(&self) -> bool {
        let pondering = self.pondering;
        pondering.is_some_and(|pondering| pondering.load(Ordering::Relaxed))
    }

    /// The time since the search began; zero without a clock.
    pub fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, Clock::elapsed)
    }
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control")
            .field("stop", &self.is_stopped())
            .field("pondering", &self.is_pondering())
            .field("elapsed", &self.elapsed())
            .finish()
    }
}

/// Options of a searcher.
///
/// Write `SearchOptions { lines: 3, ..SearchOptions::default() }`: the struct is exhaustive so that this works,
/// and a later version may have more fields.
///
/// [`Line`](super::Line) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// Size of the transposition table in MiB. If memory is short, the size is halved until it fits.
    pub table_mib: usize,
    /// Number of principal variations to find (multi-PV).
    pub lines: usize,
    /// Skill level from 0, the weakest, to 20, full strength.
    pub skill: u8,
    /// The source of the evaluation weights.
    #[doc(hidden)]
    pub evaluation: Evaluation,
    /// Whether moves with equal scores are ordered in the same way for both sides, so that a position with
    /// the colors exchanged has the same search tree. The search is several times as slow; for tests of rules
    /// and evaluations.
    #[doc(hidden)]
    pub even_order: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            table_mib: 16,
            lines: 1,
            skill: STRONGEST,
            evaluation: Evaluation::default(),
            even_order: false,
        }
    }
}

/// The skill level of full strength.
pub(super) const STRONGEST: u8 = 20;
