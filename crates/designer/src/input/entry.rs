//! The entered part of a move.

use ferz::geometry::Square;
use ferz::state::{Move, MoveKind, Piece};

/// The beginning of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The piece on a square.
    Square(Square),
    /// A piece in hand.
    Hand(Piece),
    /// No piece: a pass.
    Pass,
}

impl Origin {
    /// Whether a move can begin in this way.
    pub(super) fn begins(self, mv: &Move) -> bool {
        match self {
            Origin::Square(square) => mv.kind != MoveKind::Drop && mv.from == square,
            Origin::Hand(piece) => mv.kind == MoveKind::Drop && mv.piece == piece,
            Origin::Pass => mv.is_pass(),
        }
    }

    /// The usual beginning of a move.
    pub(super) fn of(mv: &Move) -> Origin {
        if mv.kind == MoveKind::Drop {
            Origin::Hand(mv.piece)
        } else {
            Origin::Square(mv.from)
        }
    }
}

/// The entered part of a move, with the remaining moves.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) origin: Option<Origin>,
    /// Squares on the way, in the order of entry.
    pub(super) legs: Vec<Square>,
    /// The target, once entered.
    pub(super) target: Option<Square>,
    /// Whether only questions remain.
    pub(super) is_settled: bool,
    /// The answers to questions.
    pub(super) answers: Vec<String>,
    /// The indices of the remaining moves.
    pub(super) left: Vec<usize>,
}

impl Entry {
    /// An empty entry for this number of moves.
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
