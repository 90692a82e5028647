//! Openings as a reproducible function of the seed and the number.

use std::collections::BTreeMap;

use ferz::game::{Game, Position, Variant};
use ferz::search::{Control, Limits, Score, SearchOptions, Searcher};
use ferz::state::Move;
use ferz_designer::snapshot::Random;

/// The number of attempts to draw a balanced random opening; then the most balanced one is taken.
const TRIES: u32 = 200;

/// The number of attempts after which the allowed imbalance doubles.
const PATIENCE: u32 = 20;

/// The source of the openings of a variant.
#[derive(Clone, Debug)]
pub enum Openings {
    /// The start position only.
    Start,
    /// Random legal moves from the start position.
    Random {
        /// The number of moves.
        plies: u32,
        /// The required balance; without it all openings are accepted.
        balance: Option<Balance>,
    },
    /// Random numbered setups of the variant.
    Shuffle,
    /// These positions, in turn.
    Positions(Vec<Position>),
    /// These games, in turn.
    Games(Vec<Game>),
}

/// The required balance of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The maximum advantage of either side, in hundredths of the unit of [`Score`](ferz::search::Score).
    pub most: i32,
    /// The node limit of the search that evaluates it.
    pub nodes: u64,
}

impl Default for Balance {
    fn default() -> Self {
        Balance {
            most: 50,
            nodes: 5000,
        }
    }
}

/// An opening.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game with the moves of the opening.
    pub game: Game,
    /// The advantage of the better side, if it exceeds the required balance.
    pub imbalance: Option<i32>,
}

/// The openings of a run, without repetitions as far as possible.
///
/// Whether an opening repeats an earlier one depends on those with smaller numbers, so these are drawn as
/// well. Each opening is therefore a function of the seed and its number, regardless of the order of the
/// calls.
#[derive(Debug)]
pub struct OpeningBook<'a> {
    variant: &'a Variant,
    openings: &'a Openings,
    seed: u64,
    /// The moves of the first openings, each with the advantage of the better side if it is too large.
    found: Vec<(Vec<Move>, Option<i32>)>,
    /// The numbers of the openings by the hash of their position.
    seen: BTreeMap<u64, usize>,
}

impl<'a> OpeningBook<'a> {
    /// The openings of a variant.
    pub fn new(variant: &'a Variant, openings: &'a Openings, seed: u64) -> OpeningBook<'a> {
        OpeningBook {
            variant,
            openings,
            seed,
            found: Vec::new(),
            seen: BTreeMap::new(),
        }
    }

    /// The opening with a number.
    ///
    /// # Errors
    /// As [`Openings::opening`].
    pub fn opening(&mut self, number: u64) -> Result<Opening, String> {
        let Openings::Random { plies, balance } = self.openings else {
            return self.openings.opening(self.variant, self.seed, number);
        };
        while self.found.len() as u64 <= number {
            let next = self.found.len();
            let seen = |game: &Game| self.seen.get(&game.position().hash()).copied();
            let drawn = drawn(self.variant, *plies, *balance, self.seed, next as u64, seen)?;
            let (moves, imbalance) = match drawn {
                Drawn::New(opening) => {
                    self.seen.insert(opening.game.position().hash(), next);
                    let moves = opening.game.moves().cloned().collect();
                    (moves, opening.imbalance)
                }
                Drawn::Again(number) => self.found[number].clone(),
            };
            self.found.push((moves, imbalance));
        }
        let (moves, imbalance) = &self.found[number as usize];
        let mut game = Game::new(self.variant.start());
        moves.iter().for_each(|mv| game.play_unchecked(mv));
        Ok(Opening {
            game,
            imbalance: *imbalance,
        })
    }
}

impl Openings {
    /// The opening with a number, which may repeat an earlier one.
    ///
    /// # Errors
    /// A message, if the game is over immediately, or if the source has no openings.
    pub fn opening(&self, variant: &Variant, seed: u64, number: u64) -> Result<Opening, String> {
        let begun = |game: Game| {
            if game.outcome().is_over() {
                return Err(format!("the game is over in opening {number}"));
            }
            Ok(Opening {
                game,
                imbalance: None,
            })
        };
        let plain = |position: Position| begun(Game::new(position));
        match self {
            Openings::Start => plain(variant.start()),
            Openings::Positions(positions) => {
                plain(turn_of(positions, number).ok_or("the file has no positions")?)
            }
            Openings::Games(games) => begun(turn_of(games, number).ok_or("the file has no games")?),
            Openings::Shuffle => plain(shuffled(variant, seed, number)?),
            Openings::Random { plies, balance } => {
                match drawn(variant, *plies, *balance, seed, number, |_| None)? {
                    Drawn::New(opening) => Ok(opening),
                    Drawn::Again(_) => Err("no opening was found".to_owned()),
                }
            }
        }
    }
}

/// The element with a number, cyclically.
fn turn_of<T: Clone>(all: &[T], number: u64) -> Option<T> {
    let count = all.len().max(1) as u64;
    all.get((number % count) as usize).cloned()
}

/// A random numbered setup.
fn shuffled(variant: &Variant, seed: u64, number: u64) -> Result<Position, String> {
    let none = || "the variant has no numbered set-ups".to_owned();
    let setups = variant.def().setups.as_ref().ok_or_else(none)?;
    let count = setups.count().filter(|count| *count > 0).ok_or_else(none)?;
    let mut random = randomness(seed, number, 0);
    let chosen = setups.first.saturating_add(random.below(count));
    let fen = setups.start(chosen).ok_or_else(none)?;
    variant.parse_fen(&fen).map_err(|findings| {
        let first = findings.first().map_or("", |finding| &finding.message);
        format!("set-up {chosen}: {first}")
    })
}

/// The result of drawing random moves.
enum Drawn {
    New(Opening),
    /// Only repetitions were found; this is the number of one of them.
    Again(usize),
}

/// Random moves to a balanced position in which no royal piece can be captured, and which `seen` does not
/// know.
fn drawn(
    variant: &Variant,
    plies: u32,
    balance: Option<Balance>,
    seed: u64,
    number: u64,
    seen: impl Fn(&Game) -> Option<usize>,
) -> Result<Drawn, String> {
    let options = SearchOptions {
        table_mib: 1,
        ..SearchOptions::default()
    };
    let mut searcher = balance.map(|_| Searcher::new(variant, options));
    let mut best: Option<(i32, Game)> = None;
    let (mut again, mut n_hanging) = (None, 0);
    let mut allowed = balance.map_or(0, |balance| balance.most);
    for attempt in 0..TRIES {
        if attempt > 0 && attempt.is_multiple_of(PATIENCE) {
            allowed = allowed.saturating_mul(2);
        }
        let mut random = randomness(seed, number, attempt);
        let Some(game) = play_random_moves(Game::new(variant.start()), plies, &mut random) else {
            continue;
        };
        if hangs_royal(game.position()) {
            n_hanging += 1;
            continue;
        }
        if let Some(before) = seen(&game) {
            again.get_or_insert(before);
            continue;
        }
        let (Some(balance), Some(searcher)) = (balance, &mut searcher) else {
            return Ok(Drawn::New(Opening {
                game,
                imbalance: None,
            }));
        };
        let lead = lead(searcher, &game, balance.nodes);
        if best.as_ref().is_none_or(|(least, _)| lead < *least) {
            best = Some((lead, game));
        }
        if best.as_ref().is_some_and(|(least, _)| *least <= allowed) {
            break;
        }
    }
    let (lead, game) = match (best, again) {
        (Some(best), _) => best,
        (None, Some(before)) => return Ok(Drawn::Again(before)),
        (None, None) => {
            let why = if n_hanging > 0 {
                "is over or leaves a royal piece in check"
            } else {
                "is over"
            };
            return Err(format!(
                "in {TRIES} tries every game of {plies} random moves {why}, so no opening was found"
            ));
        }
    };
    let is_even = balance.is_none_or(|balance| lead <= balance.most);
    Ok(Drawn::New(Opening {
        game,
        imbalance: (!is_even).then_some(lead),
    }))
}

/// Whether a royal piece of the side that is not to move can be captured, which practically ends the game.
fn hangs_royal(position: &Position) -> bool {
    let mover = position.turn();
    let royals = position.royals(mover.opponent());
    royals
        .iter()
        .any(|square| !position.attackers(square, mover).is_empty())
}

/// Extends a game by random moves, unless it ends.
pub(super) fn play_random_moves(mut game: Game, plies: u32, random: &mut Random) -> Option<Game> {
    for _ in 0..plies {
        let moves: Vec<Move> = game.position().legal_moves();
        let count = u32::try_from(moves.len()).ok().filter(|count| *count > 0)?;
        game.play_unchecked(moves.get(random.below(count) as usize)?);
        if game.outcome().is_over() {
            return None;
        }
    }
    Some(game)
}

/// The advantage of the better side.
fn lead(searcher: &mut Searcher, game: &Game, nodes: u64) -> i32 {
    searcher.clear();
    let limits = Limits::nodes(nodes);
    let found = searcher.search(game, &limits, &Control::default(), &mut |_| {});
    match found.score() {
        Some(Score::Units(units)) => units.abs(),
        Some(Score::Mate(_)) | None => i32::MAX,
    }
}

/// Random numbers that depend only on these arguments.
pub(super) fn randomness(seed: u64, number: u64, attempt: u32) -> Random {
    let spread = number.wrapping_mul(0xd134_2543_de82_ef95);
    let mixed = (seed ^ spread).wrapping_add(u64::from(attempt) << 40);
    let mut first = Random::new(mixed);
    let high = u64::from(first.below(u32::MAX)) << 32;
    Random::new(high | u64::from(first.below(u32::MAX)))
}
