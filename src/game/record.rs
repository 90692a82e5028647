//! A game: a position with its history.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use crate::definition::Reason;
use crate::movegen::repetition_key;
use crate::rules::{self, rest_of_point};
use crate::state::{Color, Move, Setup};

use super::ending;
use super::ending::Outcome;
use super::play::{MoveCode, PlayError};
use super::position::Position;

/// A position with the moves that led to it.
///
/// A [`Position`] has no history. A game decides everything that depends on the past (repetition,
/// perpetual check and chase, and checkmates that do not count), and records resignations and
/// agreements of the players.
///
/// ```
/// use ferz::game::{Game, Outcome, Reason};
/// use ferz::{Catalog, Variant};
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
    decision: Option<Outcome>,
    /// Whether draws that must be claimed end the game only by a decision of the players.
    are_claims_waived: bool,
}

impl Game {
    /// A game that starts in a position.
    pub fn new(position: Position) -> Game {
        Game {
            position,
            record: Record::default(),
            decision: None,
            are_claims_waived: false,
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &Move> {
        self.record.steps.iter().map(Step::made)
    }

    /// The positions before the current one, the latest first.
    #[doc(hidden)]
    pub fn earlier_positions(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.record.steps.iter().rev().map(|step| &step.before)
    }

    /// The initial position.
    #[doc(hidden)]
    pub fn beginning(&self) -> Position {
        match self.record.steps.first() {
            None => self.position.clone(),
            Some(first) => first.before.clone(),
        }
    }

    /// Plays a move, and so continues a game that the players had ended.
    ///
    /// # Errors
    /// If the move is not legal; the game is unchanged.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        let next = self.position.play(mv)?;
        self.advance(next, Made::Known(Box::new(mv.clone())));
        Ok(())
    }

    /// Plays a move that the current position has listed.
    ///
    /// # Panics
    /// May panic if another position has listed the code.
    pub fn play_code(&mut self, code: MoveCode) {
        let next = self.position.play_code(code);
        let made = if self.position.layout().is_some() {
            Made::Listed(code, OnceLock::new())
        } else {
            // `advance` frees the list that the code indexes.
            Made::Known(Box::new(self.position.expand(code)))
        };
        self.advance(next, made);
    }

    /// Takes back the last move and returns it; `None` in the initial position.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.record.pop()?;
        let made = undone.made().clone();
        self.position = undone.before;
        self.decision = None;
        Some(made)
    }

    /// Plays a move that is known to be legal.
    pub fn play_unchecked(&mut self, mv: &Move) {
        let next = self.position.play_unchecked(mv);
        self.advance(next, Made::Known(Box::new(mv.clone())));
    }

    fn advance(&mut self, next: Position, made: Made) {
        let mut before = std::mem::replace(&mut self.position, next);
        before.forget_moves();
        self.record.push(before, made);
        self.decision = None;
    }

    /// A player resigns. The winner gets the variant's score for a resignation or, without one, for
    /// checkmate.
    ///
    /// ```
    /// use ferz::game::{Game, Outcome, Reason};
    /// use ferz::state::Color;
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let mut game = Game::new(chess.start());
    /// game.resign(Color::Black);
    /// let ended = Outcome::Ended { white: 1.0, black: 0.0, reason: Reason::Resignation };
    /// assert_eq!(game.outcome(), ended);
    /// ```
    pub fn resign(&mut self, loser: Color) {
        self.decide(Reason::Resignation, Some(loser.opponent()));
    }

    /// A player's time has run out. The opponent gets the variant's score for that or, without one,
    /// for a resignation; but if the opponent cannot win by any moves ([`Position::may_win`]), the
    /// game is a draw.
    ///
    /// ```
    /// use ferz::game::{Game, Outcome, Reason};
    /// use ferz::state::Color;
    /// use ferz::Variant;
    ///
    /// let chess = Variant::builtin("chess").unwrap();
    /// let mut game = Game::new(chess.parse_fen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").unwrap());
    /// game.forfeit_on_time(Color::Black);
    /// assert_eq!(game.outcome().winner(), Some(Color::White));
    /// game.forfeit_on_time(Color::White);
    /// let drawn = Outcome::Ended { white: 0.5, black: 0.5, reason: Reason::TimeForfeit };
    /// assert_eq!(game.outcome(), drawn);
    /// ```
    pub fn forfeit_on_time(&mut self, loser: Color) {
        let winner = loser.opponent();
        let winner = self.position.may_win(winner).then_some(winner);
        self.decide(Reason::TimeForfeit, winner);
    }

    fn decide(&mut self, reason: Reason, winner: Option<Color>) {
        let [white, black] = self
            .position
            .variant()
            .compiled_rules()
            .scores(reason, winner);
        self.decision = Some(Outcome::Ended {
            white,
            black,
            reason,
        });
    }

    /// The players agree on White's share of the point: 0.5 is a draw; games with more than three results
    /// also have shares such as 0.75 for an advantage.
    ///
    /// # Errors
    /// If the share is not between 0 and 1; the game is unchanged.
    pub fn agree(&mut self, white: f64) -> Result<(), ShareError> {
        if !(0.0..=1.0).contains(&white) {
            return Err(ShareError);
        }
        self.decision = Some(Outcome::Ended {
            white,
            black: rest_of_point(white),
            reason: Reason::Agreement,
        });
        Ok(())
    }

    /// Disables draws that a player must claim over the board, by the third occurrence of a position or fifty
    /// moves without progress. The game goes on, or ends as the players have decided.
    ///
    /// ```
    /// use ferz::game::Game;
    /// use ferz::Variant;
    ///
    /// let chess = Variant::builtin("chess").unwrap();
    /// let mut game = Game::new(chess.start());
    /// for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split(' ') {
    ///     let mv = game.position().parse_move(text).unwrap();
    ///     game.play_unchecked(&mv);
    /// }
    /// assert!(game.outcome().is_over());
    /// game.waive_claims();
    /// assert!(!game.outcome().is_over());
    /// ```
    pub fn waive_claims(&mut self) {
        self.are_claims_waived = true;
    }

    /// Whether the game is over, and its result. The rules take precedence over decisions of the players.
    pub fn outcome(&self) -> Outcome {
        match ending::outcome(&self.position, &self.record) {
            Outcome::Ended {
                white,
                black,
                reason,
            } if !(self.are_claims_waived && is_draw(white, black) && self.is_claimed(reason)) => {
                Outcome::Ended {
                    white,
                    black,
                    reason,
                }
            }
            _ => self.decision.unwrap_or(Outcome::Ongoing),
        }
    }

    /// Whether a player must claim an end of the game over the board. The fifth occurrence, the 75-move limit
    /// and the fourth occurrence in shogi end the game automatically.
    fn is_claimed(&self, reason: Reason) -> bool {
        const OCCURRENCES: u16 = 3;
        const MOVES: u16 = 50;
        let rules = &self.position.variant().def().rules;
        match reason {
            Reason::Repetition => rules
                .repetition()
                .limit
                .is_some_and(|limit| limit <= OCCURRENCES),
            Reason::MoveLimit => rules.move_limit().is_some_and(|limit| limit <= MOVES),
            _ => false,
        }
    }
}

/// A share of a point that is not between 0 and 1.
///
/// [`Game::agree`] returns it:
///
/// ```
/// use ferz::Variant;
/// use ferz::game::Game;
///
/// let mut game = Game::new(Variant::builtin("chess").unwrap().start());
/// assert!(game.agree(2.0).is_err());
/// assert!(game.agree(0.5).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShareError;

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a share of the point must be between 0 and 1")
    }
}

impl std::error::Error for ShareError {}

/// The history of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    steps: Vec<Step>,
    /// The repetition [keys](key) of the positions before the steps, kept together because every move
    /// searches them.
    keys: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Step {
    before: Position,
    made: Made,
}

/// A move as it was played.
#[derive(Clone, Debug)]
enum Made {
    /// The full move.
    Known(Box<Move>),
    /// The code of the move, and the full move once it has been requested.
    Listed(MoveCode, OnceLock<Box<Move>>),
}

impl Step {
    fn made(&self) -> &Move {
        match &self.made {
            Made::Known(mv) => mv,
            Made::Listed(code, expanded) => {
                expanded.get_or_init(|| Box::new(self.before.expand(*code)))
            }
        }
    }
}

/// A key that equal positions share, to find repetitions: the tables update it incrementally, other positions
/// hash the board.
pub(super) fn key(position: &Position) -> u64 {
    let variant = position.variant();
    if let Some(layout) = position.layout() {
        return layout.repetition_key();
    }
    if variant.table_engine().is_some() {
        return repetition_key(variant.compiled_rules(), position.setup());
    }
    let mut hasher = DefaultHasher::new();
    position.setup().board.hash(&mut hasher);
    hasher.finish()
}

impl rules::Record for Record {
    fn n_moves(&self) -> usize {
        self.len()
    }

    fn setup(&self, ago: usize) -> &Setup {
        self.steps[self.steps.len() - ago].before.setup()
    }

    fn made(&self, ago: usize) -> Option<&Move> {
        Record::made(self, ago)
    }
}

impl Record {
    fn push(&mut self, before: Position, made: Made) {
        self.keys.push(key(&before));
        self.steps.push(Step { before, made });
    }

    fn pop(&mut self) -> Option<Step> {
        self.keys.pop();
        self.steps.pop()
    }

    /// The number of moves.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The setup `ago` moves back, which must exist; 0 is `now`.
    pub(super) fn setup<'a>(&'a self, now: &'a Setup, ago: usize) -> &'a Setup {
        match ago.checked_sub(1) {
            None => now,
            Some(back) => self.steps[self.steps.len() - 1 - back].before.setup(),
        }
    }

    /// The repetition [key](key) of the position `ago` moves back, at least one, which must exist.
    pub(super) fn key(&self, ago: usize) -> u64 {
        self.keys[self.keys.len() - ago]
    }

    /// The move that led to the setup `ago` moves back, if any.
    pub(super) fn made(&self, ago: usize) -> Option<&Move> {
        let index = self.steps.len().checked_sub(ago + 1)?;
        Some(self.steps[index].made())
    }
}

/// Whether both sides have the same share of the point.
fn is_draw(white: f64, black: f64) -> bool {
    (white - black).abs() < f64::EPSILON
}
