//! The engine that plays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

use ferz::eval::{Evaluation, Tuning, builtin_evaluation};
use ferz::game::{Game, Position, Variant};
use ferz::search::{
    Bound, Clock, Control, Limits, Line, Score, Search, SearchOptions, SearchResult, Searcher,
    Slice, TimeLimit,
};
use ferz::state::{Color, Move};

use crate::request::{Answer, Open, Refusal, Think};
use crate::session::{begin, load};
use crate::{now, tell};

/// The maximum number of reported moves in a line.
const TOLD: usize = 12;

/// A variant, its searcher, and the running search.
#[derive(Default)]
pub(crate) struct Engine {
    variant: Option<(VariantKey, Variant)>,
    /// Created by the first search.
    searcher: Option<Searcher>,
    going: Option<RunningSearch>,
}

/// What a variant is loaded from: the text, the name in it and the settings.
#[derive(PartialEq)]
struct VariantKey(Option<String>, Option<String>, Option<String>);

/// A running search.
struct RunningSearch {
    search: Search,
    helpers: Helpers,
    position: Position,
    clock: Stopwatch,
}

/// Searchers on other threads with the same transposition table, until they are dropped.
#[derive(Default)]
struct Helpers {
    stop: Arc<AtomicBool>,
    /// The nodes that they have visited.
    nodes: Arc<AtomicU64>,
    threads: Vec<JoinHandle<()>>,
}

/// The size of the stack of a helper, in bytes.
const STACK: usize = 1 << 20;

impl Helpers {
    /// Starts this many helpers, or as many as there can be: a library without shared memory has no threads.
    fn start(wanted: usize, searcher: &Searcher, game: &Game) -> Helpers {
        let mut helpers = Helpers::default();
        while helpers.threads.len() < wanted {
            let Some(mut searcher) = searcher.companion() else {
                break;
            };
            let game = game.clone();
            let (stop, nodes) = (Arc::clone(&helpers.stop), Arc::clone(&helpers.nodes));
            let run = move || searcher.help(&game, &Limits::default(), &stop, &nodes);
            let Ok(thread) = thread::Builder::new().stack_size(STACK).spawn(run) else {
                break;
            };
            helpers.threads.push(thread);
        }
        helpers
    }

    /// The number of nodes that they have visited so far.
    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A panic ends the whole library.
            let _ = thread.join();
        }
    }
}

/// A clock that starts at a time.
struct Stopwatch(f64);

impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64((now() - self.0).max(0.0) / 1000.0)
    }
}

impl Engine {
    /// The name of the built-in evaluation of a game, or `null`.
    pub(crate) fn evaluation(&mut self, game: &Open) -> Answer {
        Ok(json!(builtin_evaluation(self.load(game)?.def())))
    }

    /// The variant of a game. A new one ends the searcher of the old one.
    fn load(&mut self, game: &Open) -> Result<&Variant, Refusal> {
        let wanted = VariantKey(game.text.clone(), game.variant.clone(), game.query.clone());
        let known = self.variant.take().filter(|(known, _)| *known == wanted);
        let variant = match known {
            Some((_, variant)) => variant,
            None => {
                self.going = None;
                self.searcher = None;
                load(game).map_err(|(refusal, _)| refusal)?.0.variant
            }
        };
        Ok(&self.variant.insert((wanted, variant)).1)
    }

    /// Searches for the best move, or begins to, and reports each new line.
    pub(crate) fn think(&mut self, game: &Open, think: &Think) -> Answer {
        self.going = None;
        let clock = Stopwatch(now());
        let mut options = SearchOptions::default();
        options.skill = think.skill.min(20);
        options.lines = think.lines.clamp(1, 10);
        let variant = self.load(game)?.clone();
        if let Some(text) = &think.evaluation {
            let tuning = Tuning::read(text, variant.def()).into_result()?;
            options.evaluation = Evaluation::Tuned(Arc::new(tuning));
        }
        let searcher = match &mut self.searcher {
            Some(searcher) => {
                searcher.set_options(options);
                searcher
            }
            none => none.insert(Searcher::new(&variant, options)),
        };
        let (start, refusal) = begin(searcher.variant(), game.fen.as_deref());
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        let moves = &game.moves;
        let mut game = Game::new(start);
        for text in moves {
            let mv = game.position().parse_move(text);
            let mv = mv.map_err(|finding| Refusal::from(&finding))?;
            game.play_unchecked(&mv);
        }
        let limits = Limits {
            depth: think.depth,
            nodes: think.nodes,
            time: think.time.map(|time| {
                TimeLimit::exactly(Duration::from_secs_f64(time.clamp(1.0, 3.6e6) / 1000.0))
            }),
            ..Limits::default()
        };
        let search = searcher.begin(&game, &limits);
        self.going = Some(RunningSearch {
            search,
            helpers: Helpers::start(think.helpers, searcher, &game),
            position: game.position().clone(),
            clock,
        });
        self.go_on(think.slice)
    }

    /// Continues the search for this many milliseconds, or to its end.
    pub(crate) fn go_on(&mut self, slice: Option<f64>) -> Answer {
        let (Some(searcher), Some(going)) = (&mut self.searcher, &mut self.going) else {
            return Err(Refusal::new("no search is going on"));
        };
        let slice = slice.map_or_else(Slice::default, |slice| {
            Slice::time(Duration::from_secs_f64(slice.clamp(1.0, 1e4) / 1000.0))
        });
        let RunningSearch {
            search,
            helpers,
            position,
            clock,
        } = going;
        let control = Control {
            clock: Some(clock),
            ..Control::default()
        };
        let found = searcher.work(search, &slice, &control, &mut |progress| {
            let line = line(position, progress.line);
            let nodes = progress.nodes + helpers.nodes();
            tell(&json!({ "line": line, "nodes": nodes, "time": clock.elapsed().as_millis() as u64 }));
        });
        match found {
            Some(found) => {
                let said = going.say(&found);
                self.going = None;
                Ok(said)
            }
            None => Ok(json!({ "going": true, "nodes": search.nodes() + helpers.nodes() })),
        }
    }

    /// Ends the search with its best result.
    pub(crate) fn end(&mut self) -> Answer {
        let (Some(searcher), Some(going)) = (&mut self.searcher, &mut self.going.take()) else {
            return Err(Refusal::new("no search is going on"));
        };
        let found = searcher.end(&mut going.search);
        Ok(going.say(&found))
    }
}

impl RunningSearch {
    fn say(&self, found: &SearchResult) -> Value {
        let position = &self.position;
        let lines: Vec<Value> = found.lines.iter().map(|one| line(position, one)).collect();
        json!({
            "best": found.best().map(|mv| position.move_text(mv)), "lines": lines,
            "nodes": found.nodes + self.helpers.nodes(), "time": self.clock.elapsed().as_millis() as u64,
        })
    }
}

/// A line for display, with scores from White's point of view.
fn line(position: &Position, line: &Line) -> Value {
    let sign = if position.turn() == Color::White {
        1
    } else {
        -1
    };
    let (units, mate) = match line.score {
        Score::Units(units) => (Some(sign * units), None),
        // A mate on the board is shown by the sign, even without moves to play.
        Score::Mate(0) => (None, Some(-sign)),
        Score::Mate(moves) => (None, Some(sign * moves)),
    };
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    json!({
        "rank": line.rank, "depth": line.depth, "units": units, "mate": mate, "bound": bound,
        "moves": line.moves.first().map(|mv| position.move_text(mv)),
        "san": san(position, &line.moves),
    })
}

/// A line in short algebraic notation.
fn san(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::new();
    for mv in moves.iter().take(TOLD) {
        words.push(position.san(mv));
        position = position.play_unchecked(mv);
    }
    words
}
