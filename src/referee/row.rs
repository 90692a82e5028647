//! The result of a game, as it is kept.

use std::time::Duration;

use super::game::{Ending, MatchGame, Thought};
use super::gathering::Run;
use super::self_play::SelfPlayTerms;
use crate::game::{Game, Position, Variant};
use crate::notation::move_texts;
use crate::state::Move;

/// By what a game is told from all others of a run, so that none is played twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// The place of its pair in the schedule.
    pub pair: u64,
    /// Which game of the pair: 0 or 1.
    pub half: u8,
    /// The number of its opening.
    pub opening: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// Where the openings come from: `random:8`.
    pub openings: String,
    /// The name of the variant.
    pub variant: String,
    /// The hash of the definition, as [`definition_hash`](crate::snapshot::definition_hash) gives it.
    pub definition: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// What White is: its command, options and limit.
    pub white_engine: String,
    /// What Black is.
    pub black_engine: String,
    /// Whatever else both have agreed to.
    pub terms: String,
}

impl GameKey {
    /// Games of our search against itself, between players who are called by their colors.
    pub fn of_self_play(
        variant: &str,
        definition: u64,
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
            definition: format!("{definition:016x}"),
            white: "White".to_owned(),
            black: "Black".to_owned(),
            white_engine: "self".to_owned(),
            black_engine: "self".to_owned(),
            terms: terms.text(),
        }
    }

    /// The player who has White in the first game of the pair, and the other one.
    pub fn players(&self) -> (&str, &str) {
        if self.half == 0 {
            (&self.white, &self.black)
        } else {
            (&self.black, &self.white)
        }
    }
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Which game it is.
    pub key: GameKey,
    /// The FEN of its beginning; nothing if that is the start of the variant.
    pub fen: Option<String>,
    /// The texts of its moves, in our own spelling, those of the opening first.
    pub moves: Vec<String>,
    /// How many of the moves belong to the opening.
    pub book: usize,
    /// White's share of the point.
    pub white_score: f64,
    /// Black's share of the point.
    pub black_score: f64,
    /// The word of the [`Cause`](super::Cause) of its end.
    pub reason: String,
    /// More about the end; may be empty.
    pub details: String,
    /// Seconds that White and Black have thought.
    pub seconds: [f64; 2],
    /// Positions that they say to have looked at.
    pub nodes: [u64; 2],
    /// The run that it belongs to, if that is told.
    pub run: Option<Run>,
    /// The day on which it was played, as PGN writes it (`2026.11.27`), if that is told.
    pub date: Option<String>,
    /// What the players thought of the moves behind the opening and for how long, in thousandths of a second, if
    /// that is told. A player whose time has run out has thought about a move that was not made.
    pub thoughts: Vec<(Thought, u64)>,
}

impl GameRow {
    /// The row of a game that is over, of which so many moves belong to the opening.
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

    /// The row with all that PGN says of a game: the day, and what the players thought of their moves.
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

    /// The game, played again.
    ///
    /// # Errors
    /// In plain words, if the beginning or a move is not one of the variant.
    pub fn replay(&self, variant: &Variant) -> Result<Game, String> {
        self.replay_first(variant, self.moves.len())
    }

    /// The first half-moves of the game, played again.
    ///
    /// # Errors
    /// In plain words, if the beginning or one of the moves is not one of the variant.
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

    /// Whether two rows tell the same game, however long its moves took.
    pub fn is_same_game(&self, other: &GameRow) -> bool {
        let timeless = |row: &GameRow| GameRow {
            seconds: [0.0; 2],
            // Whoever asks for more games later goes on with the same ones.
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

    /// The share of the player who had White in the first game of the pair.
    pub fn first_score(&self) -> f64 {
        if self.key.half == 0 {
            self.white_score
        } else {
            self.black_score
        }
    }
}
