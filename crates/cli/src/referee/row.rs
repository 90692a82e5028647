//! Result rows of games.

use std::time::Duration;

use super::game::{Ending, MatchGame, SearchInfo};
use super::gathering::Run;
use super::self_play::SelfPlayTerms;
use ferz::game::{Game, Position, Variant};
use ferz::notation::move_texts;
use ferz::state::Move;

/// The key of a game, which identifies it within a run, so that no game is played twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// The number of its pair in the schedule.
    pub pair: u64,
    /// The index of the game in its pair: 0 or 1.
    pub half: u8,
    /// The number of its opening.
    pub opening: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// The source of the openings: `random:8`.
    pub openings: String,
    /// The name of the variant.
    pub variant: String,
    /// The hash of the definition, as [`definition_hash`](ferz_designer::snapshot::definition_hash) gives it.
    pub definition: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's engine: its command, options and limit.
    pub white_engine: String,
    /// Black's engine.
    pub black_engine: String,
    /// The other terms of the match.
    pub terms: String,
}

impl GameKey {
    /// The key of a self-play game, in which the players are called by their colors.
    pub fn of_self_play(
        variant: &str,
        definition: &str,
        seed: u64,
        terms: SelfPlayTerms,
    ) -> GameKey {
        GameKey {
            pair: 0,
            half: 0,
            opening: 0,
            seed,
            openings: String::new(),
            variant: variant.to_owned(),
            definition: definition.to_owned(),
            white: "White".to_owned(),
            black: "Black".to_owned(),
            white_engine: "self".to_owned(),
            black_engine: "self".to_owned(),
            terms: terms.text(),
        }
    }

    /// The player that has White in the first game of the pair, and the other one.
    pub fn players(&self) -> (&str, &str) {
        if self.half == 0 {
            (&self.white, &self.black)
        } else {
            (&self.black, &self.white)
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// The key of the game.
    pub key: GameKey,
    /// The FEN of the initial position; `None` for the start position of the variant.
    pub fen: Option<String>,
    /// The move texts in our notation, beginning with those of the opening.
    pub moves: Vec<String>,
    /// The number of moves of the opening.
    pub book: usize,
    /// White's share of the point.
    pub white_score: f64,
    /// Black's share of the point.
    pub black_score: f64,
    /// The word of the [`Cause`](super::Cause) of its end.
    pub reason: String,
    /// Details of the end; may be empty.
    pub details: String,
    /// The thinking times of White and Black, in seconds.
    pub seconds: [f64; 2],
    /// The nodes of White and Black, as reported.
    pub nodes: [u64; 2],
    /// The run of the game, if recorded.
    pub run: Option<Run>,
    /// The date of the game as in PGN (`2026.11.27`), if recorded.
    pub date: Option<String>,
    /// The searches of the moves after the opening, each with its time in milliseconds, if recorded. A loss
    /// on time includes the search for the missing move.
    pub thoughts: Vec<(SearchInfo, u64)>,
}

impl GameRow {
    /// The row of a finished game, with `book` moves of the opening.
    pub fn of_game(key: GameKey, game: &MatchGame, book: usize, ending: &Ending) -> GameRow {
        let beginning = game.game().beginning();
        let is_start = beginning == beginning.variant().start();
        let mut before: Vec<_> = game.game().earlier_positions().collect();
        before.reverse();
        let text = |(position, mv): (&Position, &Move)| {
            let texts = move_texts(position);
            let own = texts.into_iter().find(|(_, other)| other == mv);
            own.map_or_else(|| position.move_text(mv), |(text, _)| text)
        };
        let moves = before.into_iter().zip(game.game().moves()).map(text);
        let mut seconds = [Duration::ZERO; 2];
        let mut nodes = [0_u64; 2];
        for thinking in game.thinking() {
            let side = thinking.side as usize;
            seconds[side] += thinking.elapsed;
            nodes[side] = nodes[side].saturating_add(thinking.thought.nodes.unwrap_or(0));
        }
        GameRow {
            key,
            fen: (!is_start).then(|| beginning.to_fen()),
            moves: moves.collect(),
            book,
            white_score: ending.white,
            black_score: ending.black,
            reason: ending.cause.as_str().to_owned(),
            details: ending.details.clone(),
            seconds: seconds.map(|time| time.as_secs_f64()),
            nodes,
            run: None,
            date: None,
            thoughts: Vec::new(),
        }
    }

    /// Adds the notes that PGN needs: the date, and the searches of the players.
    #[must_use]
    pub fn with_notes(self, game: &MatchGame, date: String) -> GameRow {
        let thoughts = game.thinking().iter().map(|thinking| {
            let millis = (thinking.elapsed.as_secs_f64() * 1000.0).round();
            (thinking.thought, millis as u64)
        });
        GameRow {
            thoughts: thoughts.collect(),
            date: Some(date),
            ..self
        }
    }

    /// Replays the game.
    ///
    /// # Errors
    /// A message, if the initial position or a move is not one of the variant.
    pub fn replay(&self, variant: &Variant) -> Result<Game, String> {
        self.replay_first(variant, self.moves.len())
    }

    /// Replays the first plies of the game.
    ///
    /// # Errors
    /// A message, if the initial position or one of the moves is not one of the variant.
    pub fn replay_first(&self, variant: &Variant, plies: usize) -> Result<Game, String> {
        let beginning = match &self.fen {
            None => variant.start(),
            Some(fen) => variant.parse_fen(fen).map_err(|findings| {
                let message = findings.first().map_or("", |finding| &finding.message);
                format!("`{fen}`: {message}")
            })?,
        };
        let mut game = Game::new(beginning);
        for text in self.moves.iter().take(plies) {
            let position = game.position();
            let mv = position.parse_move(text);
            let mv = mv.map_err(|finding| format!("`{text}`: {}", finding.message))?;
            game.play_unchecked(&mv);
        }
        Ok(game)
    }

    /// Whether two rows record the same game, regardless of its times.
    pub fn is_same_game(&self, other: &GameRow) -> bool {
        let timeless = |row: &GameRow| GameRow {
            seconds: [0.0; 2],
            // Extending a run keeps its games.
            run: None,
            date: None,
            thoughts: row
                .thoughts
                .iter()
                .map(|(thought, _)| (*thought, 0))
                .collect(),
            ..row.clone()
        };
        timeless(self) == timeless(other)
    }

    /// The score of the player that had White in the first game of the pair.
    pub fn first_score(&self) -> f64 {
        if self.key.half == 0 {
            self.white_score
        } else {
            self.black_score
        }
    }
}
