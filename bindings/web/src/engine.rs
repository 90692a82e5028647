//! The engine that plays.

use std::time::Duration;

use serde_json::{Value, json};

use ferz::game::{Game, Position};
use ferz::search::{
    Bound, Clock, Control, Limits, Line, Score, SearchOptions, Searcher, TimeLimit,
};
use ferz::state::{Color, Move};

use crate::desk::{begin, load};
use crate::request::{Answer, Refusal, Think};
use crate::{now, tell};

/// The most moves of a line that are told.
const TOLD: usize = 12;

/// A searcher with the definition that it was made for.
#[derive(Default)]
pub(crate) struct Engine {
    made: Option<(Made, Searcher)>,
}

/// What a searcher is made for: the text, the variant of it and its settings.
#[derive(PartialEq)]
struct Made(String, Option<String>, Option<String>);

/// Time since a moment.
struct Since(f64);

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64((now() - self.0).max(0.0) / 1000.0)
    }
}

impl Engine {
    /// Looks for the best move, and tells each line as it is found.
    pub(crate) fn think(&mut self, think: &Think) -> Answer {
        let clock = Since(now());
        let mut options = SearchOptions::default();
        options.skill = think.skill.min(20);
        options.lines = think.lines.clamp(1, 10);
        let game = &think.game;
        let wanted = Made(game.text.clone(), game.variant.clone(), game.query.clone());
        let mut searcher = match self.made.take() {
            Some((made, searcher)) if made == wanted => searcher,
            _ => {
                let (loaded, _) = load(game).map_err(|(refusal, _)| refusal)?;
                Searcher::new(&loaded.variant, options.clone())
            }
        };
        searcher.set_options(options);
        let (start, refusal) = begin(searcher.variant(), game.fen.as_deref());
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        let mut game = Game::new(start);
        for text in &think.game.moves {
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
        let control = Control {
            clock: Some(&clock),
            ..Control::default()
        };
        let position = game.position().clone();
        let found = searcher.search(&game, &limits, &control, &mut |progress| {
            let line = line(&position, progress.line);
            tell(&json!({ "line": line, "nodes": progress.nodes, "time": clock.elapsed().as_millis() as u64 }));
        });
        self.made = Some((wanted, searcher));
        let lines: Vec<Value> = found.lines.iter().map(|one| line(&position, one)).collect();
        Ok(json!({
            "best": found.best().map(|mv| position.move_text(mv)), "lines": lines, "nodes": found.nodes,
            "time": clock.elapsed().as_millis() as u64,
        }))
    }
}

/// A line as the page shows it: scores are White's.
fn line(position: &Position, line: &Line) -> Value {
    let sign = if position.turn() == Color::White {
        1
    } else {
        -1
    };
    let (units, mate) = match line.score {
        Score::Units(units) => (Some(sign * units), None),
        // Whoever is mated is told by the sign, also where nothing is left to play.
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

/// A line in short notation.
fn san(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::new();
    for mv in moves.iter().take(TOLD) {
        words.push(position.san(mv));
        position = position.play_unchecked(mv);
    }
    words
}
