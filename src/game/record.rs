//! A game: a position and how it came about.

use super::ending;
use super::outcome::Outcome;
use super::position::{PlayError, Position};
use crate::state::{Move, Setup};

/// A position with the moves that led to it.
///
/// A [`Position`] knows nothing of its past. What the past decides (repetition, perpetual check,
/// chases, and mates that do not count) is asked of a game.
///
/// ```
/// use ferz::definition::Catalog;
/// use ferz::game::{Game, Outcome, Reason, Variant};
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let mut game = Game::new(chess.start());
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
///     let one = game.position().parse_move(text).unwrap();
///     game.play(&one).unwrap();
/// }
/// let Outcome::Ended { reason, .. } = game.outcome() else { panic!() };
/// assert_eq!(reason, Reason::Repetition);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    record: Record,
}

impl Game {
    /// A game that begins here.
    pub fn new(position: Position) -> Game {
        Game {
            position,
            record: Record::default(),
        }
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &Move> {
        self.record.steps.iter().map(|step| &step.made)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the game stays as it was.
    pub fn play(&mut self, one: &Move) -> Result<(), PlayError> {
        let next = self.position.clone().play(one)?;
        self.advance(next, one);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub fn play_unchecked(&mut self, one: &Move) {
        let next = self.position.play_unchecked(one);
        self.advance(next, one);
    }

    fn advance(&mut self, next: Position, one: &Move) {
        let before = std::mem::replace(&mut self.position, next);
        self.record.steps.push(Step {
            before: before.setup().clone(),
            made: one.clone(),
        });
    }

    /// Whether the game is over, and how.
    pub fn outcome(&self) -> Outcome {
        ending::outcome(&self.position, &self.record)
    }
}

/// What happened before a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    before: Setup,
    made: Move,
}

impl Record {
    /// How many moves were made.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The arrangement so many moves ago, which must have been; 0 is `now`.
    pub(super) fn setup<'a>(&'a self, now: &'a Setup, ago: usize) -> &'a Setup {
        match ago.checked_sub(1) {
            None => now,
            Some(back) => &self.steps[self.steps.len() - 1 - back].before,
        }
    }

    /// The move that led to the arrangement so many moves ago, if there was one.
    pub(super) fn made(&self, ago: usize) -> Option<&Move> {
        let index = self.steps.len().checked_sub(ago + 1)?;
        Some(&self.steps[index].made)
    }
}
