//! Searches for commands: limits, and results in words.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::stopwatch::Stopwatch;
use ferz::game::{Game, Outcome, Position};
use ferz::notation::result_text;
use ferz::search::{Control, Limits, Score, SearchResult, Searcher};
use ferz::state::{Color, Move};

/// The maximum time of a search, in seconds.
const LONGEST: f64 = 86_400.0;

/// How far a search goes.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ThinkingArgs {
    /// Search depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Node limit of a search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time limit of a search in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Number of search threads; with more than one the results vary
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

impl ThinkingArgs {
    /// The limits of a search, if the user set any.
    pub(super) fn asked(self) -> Option<Limits> {
        let is_free = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        (!is_free).then(|| self.limits(Duration::ZERO))
    }

    /// The limits of a search; the time `otherwise` by default.
    pub(super) fn limits(self, otherwise: Duration) -> Limits {
        let ThinkingArgs {
            depth, nodes, time, ..
        } = self;
        let is_free = depth.is_none() && nodes.is_none() && time.is_none();
        let time = time.or(is_free.then_some(otherwise));
        Limits {
            depth,
            nodes,
            ..time.map_or_else(Limits::default, Limits::time)
        }
    }
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(Duration::from_secs_f64(seconds)),
        Ok(_) => Err(format!(
            "the time must be more than 0 and at most {LONGEST} seconds"
        )),
        Err(_) => Err(format!("`{text}` is not a number of seconds")),
    }
}

/// The stack size of a search; memory is only used as needed.
pub(super) const SEARCH_STACK: usize = 64 << 20;

impl ThinkingArgs {
    /// Runs a search with a clock, on the requested number of threads.
    pub(super) fn search(
        self,
        searcher: &mut Searcher,
        game: &Game,
        limits: &Limits,
    ) -> SearchResult {
        let clock = Stopwatch::start();
        let has_ended = AtomicBool::new(false);
        let companions = (1..self.threads).map_while(|_| searcher.companion());
        let companions: Vec<Searcher> = companions.collect();
        thread::scope(|scope| {
            for mut companion in companions {
                let limits = Limits {
                    moves: limits.moves.clone(),
                    ..Limits::default()
                };
                let control = Control {
                    stop: Some(&has_ended),
                    ..Control::default()
                };
                let help = move || {
                    companion.search(game, &limits, &control, &mut |_| {});
                };
                let builder = thread::Builder::new().stack_size(SEARCH_STACK);
                // If a thread cannot be started, the others search alone.
                let _ = builder.spawn_scoped(scope, help);
            }
            let control = Control {
                clock: Some(&clock),
                ..Control::default()
            };
            let found = searcher.search(game, limits, &control, &mut |_| {});
            has_ended.store(true, Ordering::Relaxed);
            found
        })
    }
}

/// A score from White's point of view, such as `+0.35` or `White wins in 3`; `mover` is the side of the
/// score.
pub(super) fn score_words(score: Score, mover: Color) -> String {
    let winner = |is_mover: bool| {
        if is_mover == (mover == Color::White) {
            "White"
        } else {
            "Black"
        }
    };
    match score {
        Score::Units(_) => {
            let units = for_white(score, mover).unwrap_or_default();
            format!("{units:+.2}")
        }
        Score::Mate(moves) if moves > 0 => format!("{} wins in {moves}", winner(true)),
        Score::Mate(0) => format!("{} has won", winner(false)),
        Score::Mate(moves) => format!("{} wins in {}", winner(false), moves.unsigned_abs()),
    }
}

/// A score in units from White's point of view; `None` for a mate.
pub(super) fn for_white(score: Score, mover: Color) -> Option<f64> {
    match score {
        Score::Units(0) => Some(0.0),
        Score::Units(units) if mover == Color::White => Some(f64::from(units) / 100.0),
        Score::Units(units) => Some(-f64::from(units) / 100.0),
        Score::Mate(_) => None,
    }
}

/// A line of moves in short algebraic notation with move numbers.
pub(super) fn line_words(position: &Position, moves: &[Move]) -> String {
    let mut words = Vec::new();
    let mut position = position.clone();
    let mut latest = None;
    for mv in moves {
        let text = position.san(mv);
        words.push(match move_number(&position, latest) {
            Some(number) => format!("{number} {text}"),
            None => text,
        });
        latest = Some(position.turn());
        position = position.play_unchecked(mv);
    }
    words.join(" ")
}

/// The number before a move, if any: `3.` before a white move, and `3...` before a black move that does not
/// follow a white one.
pub(super) fn move_number(position: &Position, latest: Option<Color>) -> Option<String> {
    let number = position.setup().fullmove_number;
    match (position.turn(), latest) {
        (Color::White, None | Some(Color::Black)) => Some(format!("{number}.")),
        (Color::Black, None) => Some(format!("{number}...")),
        _ => None,
    }
}

/// The end of the game in words; `None` if it is not over.
pub(super) fn end_words(game: &Game) -> Option<String> {
    let outcome = game.outcome();
    let Outcome::Ended { reason, .. } = outcome else {
        return None;
    };
    let winner = match outcome.winner() {
        Some(winner) => format!("{} wins", winner.name()),
        None => "a draw".to_owned(),
    };
    let result = result_text(&outcome);
    let reason = reason.as_str().replace('-', " ");
    Some(format!("The game is over: {reason}, {result}; {winner}."))
}
