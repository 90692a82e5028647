//! What a search sees of a variant: a stack of positions, from the one it began with to the one it
//! looks at, and moves as numbers with what a search asks of them.
//!
//! There are two: [`fast::TableStack`](super::tables) keeps the layout of the tables, and
//! [`GeneralStack`](super::general_stack::GeneralStack) has setups. A search is compiled once for both.

use crate::rules::{AliveFastPath, CompiledRules};
use crate::state::{Color, Move, Setup};

/// The worth of a royal piece where pieces are exchanged: more than all others together.
pub(crate) const ROYAL_WORTH: i32 = 20_000;

/// A legal move as a search sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidate {
    /// The same in every position in which the move does the same: what tables of moves are keyed by.
    pub(crate) code: u32,
    /// Side and role of the mover, and target: a row of histories.
    pub(crate) row: u32,
    /// Worth of what is captured, with what the mover gains by promotion.
    pub(crate) gain: i32,
    /// Worth of the mover, as it was.
    pub(crate) mover: i32,
    /// Whether it captures, or gains much by promotion.
    pub(crate) tactical: bool,
}

/// What a search asks of a position first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The number of the position.
    pub(crate) key: u64,
    pub(crate) turn: Color,
    /// Half-moves since the last that cannot be undone.
    pub(crate) clock: u16,
    pub(crate) in_check: bool,
    /// Whether a rule of the board may have ended the game; `false` is sure.
    pub(crate) may_be_over: bool,
}

/// Positions of one line of play. The one on top is asked.
pub(crate) trait SearchStack {
    /// Begins a new line. `false` if this stack cannot hold the setup; then nothing else may be asked.
    fn begin(&mut self, setup: &Setup) -> bool;

    fn node(&self) -> Node;

    /// Whether the side to move has more than royal pieces and such as only wait for promotion: where it
    /// has not, it may be best not to have to move.
    fn has_pieces(&self) -> bool;

    /// Adds all legal moves, or only those that are tactical, in an order that is always the same.
    fn moves(&mut self, tactical: bool, moves: &mut Vec<Candidate>);

    /// The legal move with a code; `None` if none has it, as that of a move of another position may.
    fn find(&mut self, code: u32) -> Option<Candidate>;

    /// The number of the position after a legal move, if it is quickly found. It may be that of another
    /// position: what is known of the new one is fetched by it while the move is made.
    fn key_after(&self, code: u32) -> Option<u64>;

    /// Plays a legal move and returns the number of the new position.
    fn push(&mut self, code: u32) -> u64;

    /// Lets the other side move.
    fn push_null(&mut self);

    /// Takes the last move back.
    fn pop(&mut self);

    /// What the position is worth for the side to move, by what stands on the board.
    fn evaluate(&mut self) -> i32;

    /// The part of that which is for being to move; the rest is the same for both sides, with the sign
    /// turned around.
    fn tempo(&self) -> i32;

    /// What the position is worth for the other side, once that is to move, if it is worth so much now.
    fn worth_after_pass(&self, worth: i32) -> i32 {
        2 * self.tempo() - worth
    }

    /// Whether a move gains at least so much when all captures on its target are made that pay.
    fn gains_at_least(&self, mv: &Candidate, threshold: i32) -> bool;

    /// A legal move with all its effects.
    fn expand(&mut self, code: u32) -> Option<Move>;

    fn setup(&self) -> &Setup;

    /// Whether it is seen at a glance that somebody may still win.
    fn is_seen_alive(&self, signs: &AliveFastPath, book: &CompiledRules) -> bool;
}
