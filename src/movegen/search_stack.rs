//! Search stack: the interface between a search and the rules of a variant, with make, unmake and encoded moves.
//!
//! Two types implement it: [`TableStack`](super::tables) for the tables, and
//! [`GeneralStack`](super::general_stack::GeneralStack) for setups. The search is compiled once for both.

use crate::definition::{Reason, Verdict};
use crate::rules::{AliveFastPath, CompiledRules, ended_at_home, facing, is_over};
use crate::state::{Color, Move, Setup};

/// The exchange value of a royal piece, above the sum of all others.
pub(crate) const ROYAL_WORTH: i32 = 20_000;

/// A legal move with the data for move ordering.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidate {
    /// The encoded move: equal in all positions for equal moves, for the transposition table and killers.
    pub(crate) code: u32,
    /// History index: side and role of the mover, and target.
    pub(crate) row: u32,
    /// Value of the captured pieces plus the gain by promotion.
    pub(crate) gain: i32,
    /// Value of the mover before promotion.
    pub(crate) mover: i32,
    /// Whether it captures, or gains much by promotion.
    pub(crate) tactical: bool,
}

/// The facts about a position that a search needs first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The Zobrist hash.
    pub(crate) key: u64,
    pub(crate) turn: Color,
    /// Plies since the last irreversible move.
    pub(crate) clock: u16,
    pub(crate) in_check: bool,
    /// Whether a rule of the board may have ended the game; `false` is certain.
    pub(crate) may_be_over: bool,
}

/// A stack of the positions of one line of play.
pub(crate) trait SearchStack {
    /// Starts a new line. Returns `false` if the setup is not supported; the stack must not be used then.
    fn begin(&mut self, setup: &Setup) -> bool;

    fn node(&self) -> Node;

    /// Whether the side to move has pieces other than royal and pawn-like ones; otherwise zugzwang is likely.
    fn has_pieces(&self) -> bool;

    /// Appends all legal moves, or only the tactical ones, in a deterministic order.
    fn moves(&mut self, tactical: bool, moves: &mut Vec<Candidate>);

    /// The legal move with a code; `None` if the code is illegal here.
    fn find(&mut self, code: u32) -> Option<Candidate>;

    /// The hash after a legal move, if it is cheap to compute. It may be wrong, because it is only used for
    /// prefetching.
    fn key_after(&self, code: u32) -> Option<u64>;

    /// Makes a legal move and returns the new hash.
    fn push(&mut self, code: u32) -> u64;

    /// Makes a null move.
    fn push_null(&mut self);

    /// Unmakes the last move.
    fn pop(&mut self);

    /// The static evaluation for the side to move.
    fn evaluate(&mut self) -> i32;

    /// The static evaluation after a null move, from the one before it; `None` if it does not follow.
    fn worth_after_pass(&self, worth: i32) -> Option<i32>;

    /// Static exchange evaluation: whether a move gains at least `threshold`.
    fn gains_at_least(&self, mv: &Candidate, threshold: i32) -> bool;

    /// The full move with all its effects.
    fn expand(&mut self, code: u32) -> Option<Move>;

    fn setup(&self) -> &Setup;

    /// Whether a fast test proves that a side can still win.
    fn is_seen_alive(&self, signs: &AliveFastPath, rules: &CompiledRules) -> bool;
}

// The end of a game by a rule of the board.

/// The result for the side to move if a rule of the board has ended the game.
pub(crate) fn board_end(rules: &CompiledRules, setup: &Setup) -> Option<(Verdict, Reason)> {
    if rules.set_up_by(setup).is_some() {
        return None;
    }
    if rules.asks_beside_moves
        && let Some(end) = ended_at_home(rules, setup)
    {
        return Some(end);
    }
    let is_facing = rules.facts.checks.bikjang && facing(rules, setup);
    is_over(rules, setup, is_facing)
}
