//! Training positions: replayed games.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use ferz::eval::{Evaluation, NetworkInputs, StaticEvaluation};
use ferz::game::{Position, Variant};
use ferz::state::{Color, Setup};

use crate::games::{GameRecord, MAX_SCORE};

/// Maximum number of features of a variant.
pub const MOST_FEATURES: usize = 1 << 16;

/// Positions with a larger absolute score are decided and are left out.
const DECIDED: i16 = 3000;

/// The number of games that a thread replays at once.
const PART: usize = 64;

/// One game in this many is held out to validate the network on unknown games.
const VALIDATION_SHARE: u64 = 20;

/// A training position, except its features.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// The index after its last feature.
    pub(crate) end: u64,
    /// The derived evaluation and the score of the search for the side to move, in the unit of scores.
    pub(crate) base: i16,
    pub(crate) score: i16,
    /// The result for the side to move, in units of 1/200 of a point.
    pub(crate) result: u8,
    /// The side to move, 0 for White.
    pub(crate) turn: u8,
    /// Whether White and Black see the position mirrored.
    pub(crate) mirrored: [bool; 2],
    /// The number of pieces on the board.
    pub(crate) n_pieces: u16,
}

/// Positions with their features.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    features: Vec<u16>,
    samples: Vec<Sample>,
}

impl Positions {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> (&Sample, &[u16]) {
        let begin = match index.checked_sub(1) {
            Some(before) => self.samples[before].end,
            None => 0,
        };
        let sample = &self.samples[index];
        (sample, &self.features[begin as usize..sample.end as usize])
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Sample> {
        self.samples.iter()
    }

    fn append(&mut self, mut other: Positions) {
        let begin = self.features.len() as u64;
        other
            .samples
            .iter_mut()
            .for_each(|sample| sample.end += begin);
        self.features.append(&mut other.features);
        self.samples.append(&mut other.samples);
    }
}

/// Training positions, and validation positions from other games.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The training positions.
    pub learned: Positions,
    /// The validation positions.
    pub aside: Positions,
}

impl Lesson {
    /// Replays games on this many threads and adds their quiet positions, in the order of the games. The
    /// games are numbered from `first` on.
    ///
    /// A position is quiet if the side to move is not in check and the best move neither captures nor
    /// promotes. Forced wins and positions that are decided are left out.
    ///
    /// # Errors
    /// If a game is not one of the variant, or if the variant has more than [`MOST_FEATURES`] features.
    pub fn add(
        &mut self,
        variant: &Variant,
        first: u64,
        games: &[GameRecord],
        jobs: usize,
    ) -> io::Result<()> {
        let parts: Vec<&[GameRecord]> = games.chunks(PART).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let replayer = Replayer::new(variant);
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(games) = parts.get(number) else {
                    return found;
                };
                let first = first + (number * PART) as u64;
                found.push((number, replayer.lesson(first, games)));
            }
        };
        let mut found: Vec<(usize, Option<Lesson>)> = thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let joined = threads.into_iter().map(ScopedJoinHandle::join);
            joined.flat_map(Result::unwrap_or_default).collect()
        });
        found.sort_by_key(|(number, _)| *number);
        for (_, lesson) in found {
            let Some(lesson) = lesson else {
                let message = "the games are not of this variant";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            };
            self.learned.append(lesson.learned);
            self.aside.append(lesson.aside);
        }
        Ok(())
    }
}

/// Replays the games of one thread.
struct Replayer<'a> {
    variant: &'a Variant,
    inputs: NetworkInputs,
    derived: StaticEvaluation,
}

impl<'a> Replayer<'a> {
    fn new(variant: &'a Variant) -> Replayer<'a> {
        Replayer {
            variant,
            inputs: NetworkInputs::new(variant),
            derived: StaticEvaluation::new(variant, &Evaluation::Derived),
        }
    }

    fn lesson(&self, first: u64, games: &[GameRecord]) -> Option<Lesson> {
        let mut lesson = Lesson::default();
        for (number, game) in (first..).zip(games) {
            let positions = if number % VALIDATION_SHARE == VALIDATION_SHARE - 1 {
                &mut lesson.aside
            } else {
                &mut lesson.learned
            };
            self.replay(game, positions)?;
        }
        Some(lesson)
    }

    fn replay(&self, game: &GameRecord, positions: &mut Positions) -> Option<()> {
        let mut position = self.variant.start();
        for choice in &game.opening {
            position = after(&position, *choice)?;
        }
        let mut found: Vec<(Setup, i16)> = Vec::new();
        for ply in &game.plies {
            let code = position.moves().get(ply.choice as usize)?;
            let mv = position.expand(code);
            let is_loud = mv.is_capture() || mv.promotion.is_some();
            if !is_loud && ply.score.abs() <= DECIDED && !position.is_check() {
                found.push((position.setup().clone(), ply.score));
            }
            if let Some((choice, score)) = ply.beside {
                let beside = after(&position, choice)?;
                if score.abs() <= DECIDED && !beside.is_check() {
                    found.push((beside.setup().clone(), score));
                }
            }
            position = position.play_code(code);
        }
        let setups: Vec<Setup> = found.iter().map(|(setup, _)| setup.clone()).collect();
        let bases = self.derived.evaluations(&setups);
        let unit = self.derived.unit();
        for ((setup, score), base) in found.iter().zip(bases) {
            let sign = if setup.turn == Color::White { 1 } else { -1 };
            let (features, mirrored) = self.inputs.features(setup);
            for feature in features {
                positions.features.push(u16::try_from(feature).ok()?);
            }
            let base = base * 100.0 / f64::from(unit);
            let base = base.clamp(-f64::from(MAX_SCORE), f64::from(MAX_SCORE)) as i16;
            positions.samples.push(Sample {
                end: positions.features.len() as u64,
                base: sign * base,
                score: sign * score,
                result: if sign > 0 {
                    game.white
                } else {
                    200 - game.white
                },
                turn: u8::from(sign < 0),
                mirrored,
                n_pieces: setup.board.pieces().count() as u16,
            });
        }
        Some(())
    }
}

/// The position after the move with an index in the list of legal moves.
fn after(position: &Position, choice: u32) -> Option<Position> {
    let code = position.moves().get(choice as usize)?;
    Some(position.play_code(code))
}
