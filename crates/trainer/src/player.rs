//! The search as a player of games without a clock.

use ferz::eval::Evaluation;
use ferz::game::{Game, MoveCode, MoveList, Variant};
use ferz::search::{Control, Limits, Score, SearchOptions, Searcher};
use ferz::state::Color;

use crate::games::MAX_SCORE;
use crate::random::Random;

/// The hard node limit of a search, as a multiple of the soft one.
const MOST_NODES: u64 = 6;

/// The number of attempts to draw a balanced opening; the last one is taken as it is.
const TRIES: usize = 20;

/// Maximum absolute score after the opening.
const BALANCED: i16 = 300;

/// A player.
#[derive(Debug)]
pub(crate) struct Player {
    variant: Variant,
    searcher: Searcher,
    moves: MoveList,
}

/// A move with its score for White.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) code: MoveCode,
    pub(crate) score: i16,
}

/// The start of a game, with the choice of the next move unless the game is over.
pub(crate) struct Opening {
    pub(crate) game: Game,
    /// The moves as indices in lists of legal moves.
    pub(crate) moves: Vec<u32>,
    pub(crate) next: Option<Choice>,
}

impl Player {
    pub(crate) fn new(variant: &Variant, evaluation: &Evaluation) -> Player {
        let options = SearchOptions {
            table_mib: 1,
            evaluation: evaluation.clone(),
            ..SearchOptions::default()
        };
        Player {
            variant: variant.clone(),
            searcher: Searcher::new(variant, options),
            moves: MoveList::new(),
        }
    }

    /// Forgets earlier games.
    pub(crate) fn clear(&mut self) {
        self.searcher.clear();
    }

    /// The best move by a search that begins no deeper iteration after this number of nodes; `None` if the
    /// game is over.
    pub(crate) fn think(&mut self, game: &Game, nodes: u64) -> Option<Choice> {
        let limits = Limits {
            soft_nodes: Some(nodes),
            ..Limits::nodes(nodes.saturating_mul(MOST_NODES))
        };
        let found = (self.searcher).search(game, &limits, &Control::default(), &mut |_| {});
        let position = game.position();
        let most = i32::from(MAX_SCORE) - 1;
        let score = match found.lines.first()?.score {
            Score::Units(units) => units.clamp(-most, most) as i16,
            Score::Mate(moves) if moves > 0 => MAX_SCORE,
            Score::Mate(_) => -MAX_SCORE,
        };
        Some(Choice {
            code: position.code(found.best()?)?,
            score: if position.turn() == Color::White {
                score
            } else {
                -score
            },
        })
    }

    /// The index of a move in the list of legal moves.
    pub(crate) fn index(&mut self, game: &Game, code: MoveCode) -> Option<u32> {
        game.position().moves_into(&mut self.moves);
        let index = self.moves.iter().position(|listed| listed == code)?;
        Some(index as u32)
    }

    /// A random move and its index.
    pub(crate) fn any_move(&mut self, game: &Game, random: &mut Random) -> Option<(MoveCode, u32)> {
        game.position().moves_into(&mut self.moves);
        let index = random.below(self.moves.len().max(1));
        Some((self.moves.get(index)?, index as u32))
    }

    /// Random moves after which neither side is far ahead, as far as possible.
    pub(crate) fn opening(&mut self, random: &mut Random, nodes: u64) -> Opening {
        let mut tries = 0;
        loop {
            tries += 1;
            let mut game = Game::new(self.variant.start());
            let mut moves = Vec::new();
            for _ in 0..6 + random.below(4) {
                if game.outcome().is_over() {
                    break;
                }
                let Some((code, index)) = self.any_move(&game, random) else {
                    break;
                };
                moves.push(index);
                game.play_code(code);
            }
            let next = if game.outcome().is_over() {
                None
            } else {
                self.think(&game, 2 * nodes)
            };
            let is_balanced = next.is_some_and(|choice| choice.score.abs() <= BALANCED);
            if is_balanced || tries == TRIES {
                return Opening { game, moves, next };
            }
        }
    }
}

/// A game is won after this many successive scores of at least this size for the same side.
const WON: (u32, i16) = (6, 1500);

/// A game is drawn after this many successive scores of at most this size, from this ply on.
const DRAWN: (u32, i16, u32) = (12, 8, 80);

/// Ends games by the scores of both players.
#[derive(Debug, Default)]
pub(crate) struct Adjudicator {
    plies: u32,
    /// The number of successive scores that win for White, or for Black if it is negative.
    won: i32,
    drawn: u32,
}

impl Adjudicator {
    /// White's share of the point, if the game has ended by this score.
    pub(crate) fn share_after(&mut self, score: i16) -> Option<f64> {
        self.plies += 1;
        let side = if score.abs() < WON.1 {
            0
        } else {
            i32::from(score.signum())
        };
        self.won = if side == self.won.signum() {
            self.won + side
        } else {
            side
        };
        self.drawn = if score.abs() <= DRAWN.1 {
            self.drawn + 1
        } else {
            0
        };
        if self.won.unsigned_abs() >= WON.0 {
            Some(if self.won > 0 { 1.0 } else { 0.0 })
        } else if self.drawn >= DRAWN.0 && self.plies >= DRAWN.2 {
            Some(0.5)
        } else {
            None
        }
    }
}
