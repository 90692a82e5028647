//! Training games of the engine against itself.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ferz::eval::Evaluation;
use ferz::game::{Game, MoveCode, MoveList, Outcome, Variant};
use ferz::search::{Control, Limits, Score, SearchOptions, Searcher};
use ferz::state::Color;

use crate::games::{Ending, GameRecord, MAX_SCORE, Ply};
use crate::random::Random;

/// The hard node limit of a search, in soft ones.
const MOST_NODES: u64 = 6;

/// The number of attempts to draw a balanced opening; the last one is taken as it is.
const TRIES: usize = 20;

/// Maximum absolute score after the opening.
const BALANCED: i16 = 300;

/// A game is won after this many successive scores of at least this size for the same side.
const WON: (usize, i16) = (6, 1500);

/// A game is drawn after this many successive scores of at most this size, from this ply on.
const DRAWN: (usize, i16, usize) = (12, 8, 80);

/// One move in this many is searched beside the game as well.
const BESIDE: usize = 8;

/// How training games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The number of nodes after which a search begins no deeper iteration.
    pub nodes: u64,
    /// The seed of openings and moves beside the games.
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

/// Plays the games of one thread.
struct Player<'a> {
    generator: &'a Generator,
    searcher: Searcher,
    moves: MoveList,
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
    pub fn play(
        &self,
        first: u64,
        jobs: usize,
        stop: &AtomicBool,
        take: impl FnMut(GameRecord) -> bool + Send,
    ) {
        let next = AtomicU64::new(first);
        let ended = AtomicBool::new(false);
        // The games that are finished before an earlier one, and the number of the next one.
        let waiting = Mutex::new((BTreeMap::new(), first, take));
        std::thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                scope.spawn(|| {
                    let mut player = Player::new(self);
                    while !ended.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(game) = player.play(number, stop) else {
                            ended.store(true, Ordering::Relaxed);
                            break;
                        };
                        let Ok(mut waiting) = waiting.lock() else {
                            break;
                        };
                        let (games, next, take) = &mut *waiting;
                        games.insert(number, game);
                        while let Some(game) = games.remove(next) {
                            *next += 1;
                            if !take(game) {
                                ended.store(true, Ordering::Relaxed);
                                break;
                            }
                        }
                    }
                });
            }
        });
    }
}

impl<'a> Player<'a> {
    fn new(generator: &'a Generator) -> Player<'a> {
        let options = SearchOptions {
            table_mib: 1,
            evaluation: generator.terms.evaluation.clone(),
            ..SearchOptions::default()
        };
        Player {
            generator,
            searcher: Searcher::new(&generator.variant, options),
            moves: MoveList::new(),
        }
    }

    /// The best move and its score for White; `None` if the game is over.
    fn think(&mut self, game: &Game, scale: u64) -> Option<(MoveCode, i16)> {
        let soft = self.generator.terms.nodes * scale;
        let limits = Limits {
            soft_nodes: Some(soft),
            ..Limits::nodes(soft * MOST_NODES)
        };
        let found = (self.searcher).search(game, &limits, &Control::default(), &mut |_| {});
        let position = game.position();
        let best = position.code(&found.chosen?)?;
        let score = match found.lines.first()?.score {
            Score::Units(units) => units.clamp(1 - i32::from(MAX_SCORE), i32::from(MAX_SCORE) - 1) as i16,
            Score::Mate(moves) if moves > 0 => MAX_SCORE,
            Score::Mate(_) => -MAX_SCORE,
        };
        let score = if position.turn() == Color::White {
            score
        } else {
            -score
        };
        Some((best, score))
    }

    /// The index of a move in the list of legal moves.
    fn index(&mut self, game: &Game, code: MoveCode) -> Option<u32> {
        game.position().moves_into(&mut self.moves);
        let index = self.moves.iter().position(|listed| listed == code)?;
        Some(index as u32)
    }

    /// A random move and its index.
    fn any_move(&mut self, game: &Game, random: &mut Random) -> Option<(MoveCode, u32)> {
        game.position().moves_into(&mut self.moves);
        let index = random.below(self.moves.len().max(1));
        Some((self.moves.get(index)?, index as u32))
    }

    /// A random opening with the first move after it and its score.
    fn opening(&mut self, random: &mut Random) -> (Game, Vec<u32>, Option<(MoveCode, i16)>) {
        let mut tries = 0;
        loop {
            tries += 1;
            let plies = 6 + random.below(4);
            let mut game = Game::new(self.generator.variant.start());
            let mut opening = Vec::new();
            for _ in 0..plies {
                if game.outcome().is_over() {
                    break;
                }
                let Some((code, index)) = self.any_move(&game, random) else {
                    break;
                };
                opening.push(index);
                game.play_code(code);
            }
            let found = if game.outcome().is_over() {
                None
            } else {
                self.think(&game, 2)
            };
            let is_balanced = found.is_some_and(|(_, score)| score.abs() <= BALANCED);
            if is_balanced || tries == TRIES {
                return (game, opening, found);
            }
        }
    }

    /// Plays a game; `None` if it was stopped.
    fn play(&mut self, number: u64, stop: &AtomicBool) -> Option<GameRecord> {
        let terms = &self.generator.terms;
        let mut random = Random::new(terms.seed, number);
        self.searcher.clear();
        let (mut game, opening, mut found) = self.opening(&mut random);
        let mut plies: Vec<Ply> = Vec::new();
        let (mut won, mut drawn) = (0_i32, 0);
        let (white, ending) = loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Outcome::Ended { white, .. } = game.outcome() {
                break (white, Ending::Rules);
            }
            let found = found.take().or_else(|| self.think(&game, 1));
            let found = found.and_then(|(best, score)| Some((best, self.index(&game, best)?, score)));
            let Some((best, choice, score)) = found else {
                break (0.5, Ending::Rules);
            };
            let beside = (random.below(BESIDE) == 0)
                .then(|| self.beside(&game, &mut random))
                .flatten();
            plies.push(Ply {
                choice,
                score,
                beside,
            });
            won = match score {
                WON_BY.. if won >= 0 => won + 1,
                WON_BY.. => 1,
                ..=LOST_BY if won <= 0 => won - 1,
                ..=LOST_BY => -1,
                _ => 0,
            };
            if won.unsigned_abs() as usize >= WON.0 {
                break (if won > 0 { 1.0 } else { 0.0 }, Ending::Scores);
            }
            drawn = if score.abs() <= DRAWN.1 { drawn + 1 } else { 0 };
            if drawn >= DRAWN.0 && plies.len() >= DRAWN.2 {
                break (0.5, Ending::Scores);
            }
            if plies.len() >= terms.max_plies {
                break (0.5, Ending::Length);
            }
            game.play_code(best);
        };
        Some(GameRecord {
            opening,
            plies,
            white: (white * 200.0).round() as u8,
            ending,
        })
    }

    /// A random move and the score of the position after it, unless the answer captures or promotes.
    fn beside(&mut self, game: &Game, random: &mut Random) -> Option<(u32, i16)> {
        let (code, choice) = self.any_move(game, random)?;
        let mut other = game.clone();
        other.play_code(code);
        let (best, score) = self.think(&other, 1)?;
        let best = other.position().expand(best);
        let is_quiet = !best.is_capture() && best.promotion.is_none();
        is_quiet.then_some((choice, score))
    }
}

const WON_BY: i16 = WON.1;
const LOST_BY: i16 = -WON.1;
