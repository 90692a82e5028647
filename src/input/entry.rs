//! What has been entered of a move so far.

use crate::geometry::Square;
use crate::state::{Move, MoveKind, Piece};

/// What a move begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The piece on a square.
    Square(Square),
    /// A piece in hand.
    Hand(Piece),
    /// Nothing: it is a pass.
    Pass,
}

impl Origin {
    /// Whether a move may be begun so.
    pub(super) fn begins(self, mv: &Move) -> bool {
        match self {
            Origin::Square(square) => mv.kind != MoveKind::Drop && mv.from == square,
            Origin::Hand(piece) => mv.kind == MoveKind::Drop && mv.piece == piece,
            Origin::Pass => mv.is_pass(),
        }
    }

    /// What a move begins with if nothing else is said.
    pub(super) fn of(mv: &Move) -> Origin {
        if mv.kind == MoveKind::Drop {
            Origin::Hand(mv.piece)
        } else {
            Origin::Square(mv.from)
        }
    }
}

/// What has been entered of a move so far, and which moves it leaves.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) origin: Option<Origin>,
    /// Squares on the way, in the order in which they were entered.
    pub(super) legs: Vec<Square>,
    /// Where the move ends, once that is said.
    pub(super) target: Option<Square>,
    /// Whether only questions are left.
    pub(super) is_settled: bool,
    /// The answers to them.
    pub(super) answers: Vec<String>,
    /// The moves that are left, by their numbers.
    pub(super) left: Vec<usize>,
}

impl Entry {
    /// Nothing of so many moves.
    pub(super) fn empty(moves: usize) -> Entry {
        Entry {
            origin: None,
            legs: Vec::new(),
            target: None,
            is_settled: false,
            answers: Vec::new(),
            left: (0..moves).collect(),
        }
    }
}
