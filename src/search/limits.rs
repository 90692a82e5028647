//! What a search may use up, and what stops it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::state::Move;

/// What a search may use up. Without any limit it goes on until it is stopped, or until nothing deeper
/// can be found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Half-moves to look ahead, at least 1.
    pub depth: Option<u32>,
    /// Positions to look at. A search with one thread and no other limit is the same each time.
    pub nodes: Option<u64>,
    /// Looks for a mate in so many moves of the side to move, and ends when there is one or when the
    /// search has been so deep that there is none.
    pub mate: Option<u32>,
    /// The only moves that may be chosen; all if there are none here.
    pub moves: Vec<Move>,
    /// Time by the clock of the [`Control`].
    pub time: Option<TimeLimit>,
}

impl Limits {
    /// Looks so many half-moves ahead.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Looks at so many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Thinks for so long.
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(TimeLimit::exactly(time)),
            ..Limits::default()
        }
    }
}

/// How long a search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// When no deeper search begins any more.
    pub soft: Duration,
    /// When the search stops, whatever it is doing.
    pub hard: Duration,
}

impl TimeLimit {
    /// All of this time.
    pub fn exactly(time: Duration) -> TimeLimit {
        TimeLimit {
            soft: time,
            hard: time,
        }
    }

    /// What one move may take of the time that is left on a clock, with what is added after each move,
    /// the number of moves until the next time control (`None` if it is the rest of the game), and what
    /// it takes to get the move to the other side, which is set aside.
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

/// After how much work a search is put aside, to go on later ([`Searcher::work`](super::Searcher::work)).
/// The default is never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time by the clock of the [`Control`], from the beginning of the slice.
    pub time: Option<Duration>,
}

impl Slice {
    /// Looks at about so many positions.
    pub const fn nodes(nodes: u64) -> Slice {
        Slice {
            nodes: Some(nodes),
            time: None,
        }
    }

    /// Works for about so long.
    pub const fn time(time: Duration) -> Slice {
        Slice {
            nodes: None,
            time: Some(time),
        }
    }
}

/// Says how long a search has been going on.
pub trait Clock: Send + Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;
}

/// How a search is watched from outside while it goes on.
///
/// The default is never stopped from outside and has no clock, so limits of time are not felt.
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    /// The search ends soon after this becomes true.
    pub stop: Option<&'a AtomicBool>,
    /// While this is true the search goes on, whatever its limits of time and depth are.
    pub pondering: Option<&'a AtomicBool>,
    /// What limits of time are measured by.
    pub clock: Option<&'a dyn Clock>,
}

impl Control<'_> {
    /// Whether somebody wants the search to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether the move is thought about that the opponent is expected to make.
    pub fn is_pondering(&self) -> bool {
        let pondering = self.pondering;
        pondering.is_some_and(|pondering| pondering.load(Ordering::Relaxed))
    }

    /// The time since the search began; nothing without a clock.
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
