//! A moment of a game.

use std::fmt;

use super::outcome::Outcome;
use super::variant::Variant;
use crate::definition::{BareKing, Reason, SpecialRules, StalemateRule, Verdict};
use crate::movegen::legality::{in_check, legal_moves, played};
use crate::movegen::special_outcome;
use crate::rules::hooks::write_own;
use crate::rules::hooks::{claim, is_excused, over as over_by_hooks};
use crate::rules::special::{Ending, write_special_rights};
use crate::rules::write_rights;
use crate::state::fen::write_board;
use crate::state::{Board, Color, Move, Setup};

/// A position of a variant.
///
/// # Equality
/// Two positions are equal if they belong to the same compiled variant and their setups are equal,
/// clocks included.
#[derive(Clone)]
pub struct Position {
    variant: Variant,
    setup: Setup,
}

/// A move that is not legal, with the position it was tried in.
#[derive(Clone, Debug)]
pub struct PlayError {
    /// The move.
    pub refused: Box<Move>,
    /// The untouched position.
    pub position: Box<Position>,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for PlayError {}

impl Position {
    pub(crate) fn new(variant: Variant, setup: Setup) -> Position {
        Position { variant, setup }
    }

    /// The variant it belongs to.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Who stands where.
    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    /// The arrangement, for inspection.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The same arrangement with `turn` to move. Nothing can be captured en passant if that is
    /// another side.
    pub(crate) fn with_turn(&self, turn: Color) -> Position {
        let mut other = self.clone();
        if turn != other.setup.turn {
            other.setup.turn = turn;
            other.setup.en_passant.clear();
        }
        other
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        legal_moves(self.variant.book(), &self.setup)
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, one: &Move) -> bool {
        self.legal_moves().contains(one)
    }

    /// Whether a royal piece of the side to move is attacked.
    pub fn is_check(&self) -> bool {
        in_check(self.variant.book(), &self.setup, self.setup.turn)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the error gives both back.
    pub fn play(self, one: &Move) -> Result<Position, PlayError> {
        if self.is_legal(one) {
            Ok(self.play_unchecked(one))
        } else {
            Err(PlayError {
                refused: Box::new(one.clone()),
                position: Box::new(self),
            })
        }
    }

    /// The position after a move that is known to be legal.
    pub fn play_unchecked(&self, one: &Move) -> Position {
        Position {
            variant: self.variant.clone(),
            setup: played(self.variant.book(), &self.setup, one),
        }
    }

    /// Whether the game is over, and how.
    pub fn outcome(&self) -> Outcome {
        let rules = &self.variant.def().rules;
        let over = self
            .variant
            .book()
            .special()
            .and_then(|special| special_outcome(self.variant.book(), special, &self.setup));
        if let Some((verdict, ending)) = over {
            return self.ended(verdict, reason(ending));
        }
        let hooks = self.variant.book().hooks();
        let book = self.variant.book();
        if let Some((verdict, reason)) =
            hooks.and_then(|hooks| over_by_hooks(book, hooks, &self.setup))
        {
            return self.ended(verdict, reason);
        }
        if self.legal_moves().is_empty() {
            let excused = hooks.is_some_and(|hooks| is_excused(book, hooks, &self.setup));
            return if self.is_check() && !excused {
                self.ended(Verdict::Loss, Reason::Checkmate)
            } else {
                let verdict = match rules.stalemate {
                    StalemateRule::Draw => Verdict::Draw,
                    StalemateRule::Loss => Verdict::Loss,
                    StalemateRule::Win => Verdict::Win,
                };
                self.ended(verdict, Reason::Stalemate)
            };
        }
        match rules.move_limit {
            Some(limit) if self.setup.halfmove_clock >= limit.saturating_mul(2) => {
                self.ended(Verdict::Draw, Reason::MoveLimit)
            }
            _ => Outcome::Ongoing,
        }
    }

    /// The outcome that the player to move may claim, where a bare king loses only if that is
    /// claimed.
    pub fn claim(&self) -> Option<Outcome> {
        let book = self.variant.book();
        let rule = book.hooks()?.bare_king?;
        let (verdict, reason) = claim(book, &self.setup)?;
        (rule == BareKing::Claim && verdict != Verdict::Loss).then(|| self.ended(verdict, reason))
    }

    /// The end with a verdict for the side to move.
    fn ended(&self, verdict: Verdict, reason: Reason) -> Outcome {
        let winner = match verdict {
            Verdict::Draw => None,
            Verdict::Win => Some(self.turn().perspective()),
            Verdict::Loss => Some(self.turn().opponent().perspective()),
        };
        let (white, black) = self.variant.def().rules.scores.of(reason, winner);
        Outcome::Ended {
            white,
            black,
            reason,
        }
    }

    /// The position as a FEN with all fields.
    pub fn to_fen(&self) -> String {
        let book = self.variant.book();
        let setup = &self.setup;
        let board = write_board(&setup.board, &setup.hands, &book.shape, &book.letters);
        let turn = if setup.turn == Color::White { 'w' } else { 'b' };
        let rights = match book.special() {
            Some(rules) if rules.castling.is_some() || rules.gating.is_some() => {
                write_special_rights(book, setup)
            }
            _ => write_rights(book, setup),
        };
        let plain = format!(
            "{board} {turn} {rights} {}{} {} {}",
            self.en_passant_field(),
            self.counters_field(),
            setup.halfmove_clock,
            setup.fullmove_number
        );
        let own = write_own(book, setup, &plain);
        plain + &own
    }

    /// The checks still to give, where they are counted.
    fn counters_field(&self) -> String {
        let counted = |rules: &SpecialRules| rules.checks.counted;
        if self.variant.book().special().is_some_and(counted) {
            let [white, black] = self.setup.special.checks;
            format!(" {white}+{black}")
        } else {
            String::new()
        }
    }

    /// The passed squares, and the victim's where it does not stand straight behind them.
    fn en_passant_field(&self) -> String {
        let shape = self.variant.shape();
        let setup = &self.setup;
        if setup.en_passant.is_empty() {
            return "-".to_owned();
        }
        let mut squares: Vec<_> = setup.en_passant.iter().map(|one| one.target).collect();
        let aslant = setup
            .en_passant
            .iter()
            .any(|one| shape.file_of(one.target) != shape.file_of(one.victim));
        if aslant {
            squares.extend(setup.en_passant.iter().map(|one| one.victim));
        }
        squares.sort_by_key(|square| (shape.file_of(*square), shape.rank_of(*square)));
        squares.dedup();
        squares
            .into_iter()
            .map(|square| shape.name(square))
            .collect()
    }
}

/// The reason that a rule gives.
const fn reason(ending: Ending) -> Reason {
    match ending {
        Ending::Extinction => Reason::Extinction,
        Ending::Goal => Reason::Goal,
        Ending::Castling => Reason::Castling,
        Ending::Checks => Reason::Checks,
        Ending::Connection => Reason::Connection,
        Ending::Facing => Reason::FacingKings,
        Ending::Full => Reason::FullBoard,
        Ending::Checkmate => Reason::Checkmate,
        Ending::Stalemate => Reason::Stalemate,
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.variant.book(), other.variant.book()) && self.setup == other.setup
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("variant", &self.variant)
            .field("fen", &self.to_fen())
            .finish_non_exhaustive()
    }
}
