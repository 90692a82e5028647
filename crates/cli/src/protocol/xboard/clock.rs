//! Time control of XBoard.

use std::time::Duration;

use ferz::search::{Limits, TimeLimit};

/// The time control that XBoard has set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clock {
    /// The number of moves per session; 0 for the whole game.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// A fixed time for each move.
    per_move: Option<Duration>,
    /// The remaining time, which XBoard sends before each move.
    left: Option<Duration>,
    pub(super) depth: Option<u32>,
    /// If set, time is counted in nodes, this many per second.
    nodes_a_second: Option<u64>,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            moves: 40,
            base: Duration::from_secs(300),
            increment: Duration::ZERO,
            per_move: None,
            left: None,
            depth: None,
            nodes_a_second: None,
        }
    }
}

impl Clock {
    /// `level MOVES BASE INCREMENT`: minutes or `minutes:seconds`, and seconds.
    pub(super) fn set_level(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.split_whitespace();
        let moves = words.next()?.parse().ok()?;
        let base = base_time(words.next()?)?;
        let increment = seconds(words.next().unwrap_or("0"))?;
        (self.moves, self.base, self.increment) = (moves, base, increment);
        (self.per_move, self.left) = (None, None);
        Some(())
    }

    /// `st SECONDS`.
    pub(super) fn set_per_move(&mut self, rest: &str) -> Option<()> {
        self.per_move = Some(seconds(rest)?);
        Some(())
    }

    /// `sd DEPTH`.
    pub(super) fn set_depth(&mut self, rest: &str) -> Option<()> {
        let depth: u32 = rest.parse().ok()?;
        self.depth = Some(depth.clamp(1, 1000));
        Some(())
    }

    /// `nps N`; 0 or less is real time again.
    pub(super) fn set_nodes_a_second(&mut self, rest: &str) -> Option<()> {
        let nodes: i64 = rest.parse().ok()?;
        self.nodes_a_second = u64::try_from(nodes).ok().filter(|nodes| *nodes > 0);
        Some(())
    }

    /// `time CENTISECONDS`.
    pub(super) fn set_left(&mut self, rest: &str) -> Option<()> {
        let left: f64 = rest.parse().ok()?;
        self.left = Some(seconds_of(left.max(0.0) / 100.0)?);
        Some(())
    }

    /// Resets the clocks for a new game.
    pub(super) fn begin_again(&mut self) {
        self.left = None;
        self.depth = None;
        self.nodes_a_second = None;
    }

    /// The limits for the next move of a side that has made this number of moves.
    pub(super) fn limits(&self, made: usize, overhead: Duration) -> Limits {
        let time = if let Some(time) = self.per_move {
            let kept = overhead.min(time / 2);
            let time = time.saturating_sub(kept);
            TimeLimit::exactly(time.max(Duration::from_millis(1)))
        } else {
            let moves = self.moves as usize;
            let to_go = (moves > 0).then(|| (moves - made % moves.max(1)) as u32);
            let left = self.left.unwrap_or(self.base);
            TimeLimit::on_clock(left, self.increment, to_go, overhead)
        };
        let in_nodes = |nodes_a_second: u64| {
            let seconds = self.per_move.unwrap_or(time.soft).as_secs_f64();
            ((seconds * nodes_a_second as f64) as u64).max(1)
        };
        Limits {
            depth: self.depth,
            nodes: self.nodes_a_second.map(in_nodes),
            time: self.nodes_a_second.is_none().then_some(time),
            ..Limits::default()
        }
    }
}

fn base_time(text: &str) -> Option<Duration> {
    match text.split_once(':') {
        Some((minutes, rest)) => {
            let minutes: f64 = minutes.parse().ok()?;
            let rest: f64 = rest.parse().ok()?;
            seconds_of(minutes * 60.0 + rest)
        }
        None => seconds_of(text.parse::<f64>().ok()? * 60.0),
    }
}

fn seconds(text: &str) -> Option<Duration> {
    seconds_of(text.trim().parse().ok()?)
}

/// A duration in seconds, unless the number is invalid; three years at most.
fn seconds_of(number: f64) -> Option<Duration> {
    let is_time = number.is_finite() && number >= 0.0;
    is_time.then(|| Duration::from_secs_f64(number.min(1e8)))
}
