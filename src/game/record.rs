//! A game: a position and how it came about.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use super::ending;
use super::moves::MoveCode;
use super::outcome::Outcome;
use super::play::PlayError;
use super::position::Position;
use crate::definition::Reason;
use crate::movegen::repetition_key;
use crate::rules::{custom, rest_of_point};
use crate::state::{Color, Move, Setup};

/// A position with the moves that led to it.
///
/// A [`Position`] knows nothing of its past. What the past decides (repetition, perpetual check,
/// chases, and mates that do not count) is asked of a game, and so is what the players decide:
/// that one of them gives up, or that they agree.
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
    decision: Option<Outcome>,
    /// Whether draws that a player must claim count only if the players have decided so.
    are_claims_waived: bool,
}

impl Game {
    /// A game that begins here.
    pub fn new(position: Position) -> Game {
        Game {
            position,
            record: Record::default(),
            decision: None,
            are_claims_waived: false,
        }
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &Move> {
        self.record.steps.iter().map(Step::made)
    }

    /// The positions before the present one, the last first.
    pub fn earlier_positions(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.record.steps.iter().rev().map(|step| &step.before)
    }

    /// The position in which it began.
    pub fn beginning(&self) -> Position {
        match self.record.steps.first() {
            None => self.position.clone(),
            Some(first) => first.before.clone(),
        }
    }

    /// Plays a move. A game that the players have ended goes on with it.
    ///
    /// # Errors
    /// If the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        let next = self.position.play(mv)?;
        self.advance(next, Made::Known(Box::new(mv.clone())));
        Ok(())
    }

    /// Plays a move that the position has listed.
    ///
    /// # Panics
    /// It may, if another position has listed it.
    pub fn play_code(&mut self, code: MoveCode) {
        let next = self.position.play_code(code);
        let made = if self.position.layout().is_some() {
            Made::Listed(code, OnceLock::new())
        } else {
            // The list is forgotten.
            Made::Known(Box::new(self.position.expand(code)))
        };
        self.advance(next, made);
    }

    /// Takes the last move back and returns it; `None` at the beginning.
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

    /// A player gives up. The winner gets what the variant's table of scores gives for a
    /// resignation or, if it says nothing of it, for checkmate.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::{Game, Outcome, Reason, Variant};
    /// use ferz::state::Color;
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

    /// A player's time is over. The opponent gets what the variant's table of scores gives for that or,
    /// if it says nothing of it, for a resignation; but if it could not win by any moves
    /// ([`Position::may_win`]), the game is a draw.
    ///
    /// ```
    /// use ferz::game::{Game, Outcome, Reason, Variant};
    /// use ferz::state::Color;
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
        let [white, black] = self.position.variant().book().scores(reason, winner);
        self.decision = Some(Outcome::Ended {
            white,
            black,
            reason,
        });
    }

    /// The players agree on White's share of the point: 0.5 is a draw, and in games with more than
    /// three results 0.75 or the like is an advantage.
    ///
    /// # Errors
    /// If the share is not between 0 and 1; the game stays as it was.
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

    /// Nobody has claimed a draw that must be claimed over the board: the third occurrence of a position,
    /// and fifty moves without progress. The game goes on, or ends as the players have decided.
    ///
    /// ```
    /// use ferz::game::{Game, Variant};
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

    /// Whether the game is over, and how. The rules come before what the players decided.
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

    /// Whether an end is one of those that over the board a player must claim: not that of a fifth
    /// occurrence, of 75 moves or of the fourth occurrence in shogi, which come by themselves.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShareError;

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a share of the point is between 0 and 1")
    }
}

impl std::error::Error for ShareError {}

/// What happened before a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    steps: Vec<Step>,
    /// [Numbers](key) of the positions before the steps, side by side, since repetitions look for them after
    /// every move.
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
    /// With all its effects.
    Known(Box<Move>),
    /// As the position lists it, and with all its effects since somebody has asked for them.
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

/// A number that is the same when a position comes again: the tables keep one up to date; without them it is
/// made of what stands on the board.
pub(super) fn key(position: &Position) -> u64 {
    let variant = position.variant();
    if let Some((plan, layout)) = position.layout() {
        return layout.repetition_key(plan);
    }
    if variant.table_engine().is_some() {
        return repetition_key(variant.book(), position.setup());
    }
    let mut hasher = DefaultHasher::new();
    position.setup().board.hash(&mut hasher);
    hasher.finish()
}

impl custom::Record for Record {
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

    /// How many moves were made.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The arrangement so many moves ago, which must have been; 0 is `now`.
    pub(super) fn setup<'a>(&'a self, now: &'a Setup, ago: usize) -> &'a Setup {
        match ago.checked_sub(1) {
            None => now,
            Some(back) => self.steps[self.steps.len() - 1 - back].before.setup(),
        }
    }

    /// The [number](key) of the position so many moves ago, at least one, which must have been.
    pub(super) fn key(&self, ago: usize) -> u64 {
        self.keys[self.keys.len() - ago]
    }

    /// The move that led to the arrangement so many moves ago, if there was one.
    pub(super) fn made(&self, ago: usize) -> Option<&Move> {
        let index = self.steps.len().checked_sub(ago + 1)?;
        Some(self.steps[index].made())
    }
}

/// Whether both sides have the same share of the point.
fn is_draw(white: f64, black: f64) -> bool {
    (white - black).abs() < f64::EPSILON
}
