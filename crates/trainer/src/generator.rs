//! Training games of the engine against itself.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use ferz::eval::Evaluation;
use ferz::game::{Game, Outcome, Variant};

use crate::games::{Ending, GameRecord, Ply};
use crate::player::{Adjudicator, Opening, Player};
use crate::random::Random;
use crate::workers::in_order;

/// For one move in this many, a random alternative is searched too.
const ALTERNATIVE_EVERY: usize = 8;

/// The settings of training games.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The soft node limit: the number of nodes after which a search begins no deeper iteration.
    pub nodes: u64,
    /// The seed of the openings and the random alternatives.
    pub seed: u64,
    /// The evaluation of both players.
    pub evaluation: Evaluation,
    /// The number of plies after which a game is drawn.
    pub max_plies: usize,
}

/// Plays training games. Each game is a function of the terms and its number, so that the games are the same
/// for every number of jobs.
#[derive(Debug)]
pub struct Generator {
    variant: Variant,
    terms: Terms,
}

impl Generator {
    /// A generator for a variant.
    pub fn new(variant: &Variant, terms: Terms) -> Generator {
        Generator {
            variant: variant.clone(),
            terms,
        }
    }

    /// Plays games from number `first` on, on this many threads, until `take` returns `false` or `stop` is
    /// set. The games are given to `take` in the order of their numbers.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn play(
        &self,
        first: u64,
        jobs: usize,
        stop: &AtomicBool,
        take: impl FnMut(GameRecord) -> bool + Send,
    ) -> io::Result<()> {
        let begin = || Player::new(&self.variant, &self.terms.evaluation);
        in_order(
            first,
            jobs,
            begin,
            |player, number| self.game(player, number, stop),
            take,
        )
    }

    /// Plays a game; `None` if it was stopped.
    fn game(&self, player: &mut Player, number: u64, stop: &AtomicBool) -> Option<GameRecord> {
        let nodes = self.terms.nodes;
        let mut random = Random::new(self.terms.seed, number);
        player.clear();
        let Opening {
            mut game,
            moves: opening,
            mut next,
        } = player.opening(&mut random, nodes);
        let mut adjudicator = Adjudicator::default();
        let mut plies: Vec<Ply> = Vec::new();
        let (white, ending) = loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Outcome::Ended { white, .. } = game.outcome() {
                break (white, Ending::Rules);
            }
            let best = next.take().or_else(|| player.think(&game, nodes));
            let found = best.and_then(|best| Some((best, player.index(&game, best.code)?)));
            let Some((best, choice)) = found else {
                // A game that is not over has a move.
                break (0.5, Ending::Length);
            };
            let beside = if random.below(ALTERNATIVE_EVERY) == 0 {
                self.beside(player, &game, &mut random)
            } else {
                None
            };
            plies.push(Ply {
                choice,
                score: best.score,
                beside,
            });
            if let Some(white) = adjudicator.share_after(best.score) {
                break (white, Ending::Scores);
            }
            if plies.len() >= self.terms.max_plies {
                break (0.5, Ending::Length);
            }
            game.play_code(best.code);
        };
        Some(GameRecord {
            opening,
            plies,
            white: (white * 200.0).round() as u8,
            ending,
        })
    }

    /// A random move and the score of the position after it, unless the answer captures or promotes.
    fn beside(&self, player: &mut Player, game: &Game, random: &mut Random) -> Option<(u32, i16)> {
        let (code, index) = player.any_move(game, random)?;
        let mut other = game.clone();
        other.play_code(code);
        let best = player.think(&other, self.terms.nodes)?;
        let mv = other.position().expand(best.code);
        let is_quiet = !mv.is_capture() && mv.promotion.is_none();
        is_quiet.then_some((index, best.score))
    }
}
