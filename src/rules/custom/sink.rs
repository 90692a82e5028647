//! Where rules put moves, and where they take them away.

use crate::geometry::SquareSet;
use crate::source::budget::spend;
use crate::state::{Move, Piece};

/// Takes moves up.
#[derive(Debug, Default)]
pub struct Moves {
    list: Vec<Move>,
}

impl Moves {
    /// Adds a move.
    pub fn push(&mut self, mv: Move) {
        if spend(Move::WORK).is_ok() {
            self.list.push(mv);
        }
    }

    /// What was added so far.
    pub(crate) fn drain(&mut self) -> std::vec::Drain<'_, Move> {
        self.list.drain(..)
    }
}

impl Extend<Move> for Moves {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

/// Takes up where pieces may be dropped.
#[derive(Debug, Default)]
pub struct Drops {
    sets: Vec<(Piece, SquareSet, bool)>,
}

impl Drops {
    /// A piece from the hand of the side to move may be dropped on those of these squares that are empty.
    pub fn from_hand(&mut self, piece: Piece, squares: SquareSet) {
        self.sets.push((piece, squares, false));
    }

    /// A piece that the rule [holds](super::Rule::stock) may be dropped so.
    pub fn from_stock(&mut self, piece: Piece, squares: SquareSet) {
        self.sets.push((piece, squares, true));
    }

    /// Pieces with squares, and whether the rule supplies them.
    pub(crate) fn drain(&mut self) -> std::vec::Drain<'_, (Piece, SquareSet, bool)> {
        self.sets.drain(..)
    }
}

/// The legal moves of a position, some of which may be a duty.
#[derive(Debug)]
pub struct LegalMoves<'a> {
    list: &'a mut Vec<Move>,
}

impl<'a> LegalMoves<'a> {
    pub(crate) fn new(list: &'a mut Vec<Move>) -> LegalMoves<'a> {
        LegalMoves { list }
    }

    /// The moves.
    pub fn iter(&self) -> std::slice::Iter<'_, Move> {
        self.list.iter()
    }

    /// Keeps the moves for which this is true, even if there is none.
    pub fn retain(&mut self, keep: impl FnMut(&Move) -> bool) {
        self.list.retain(keep);
    }

    /// Keeps the moves for which this is true, if there is one; all moves otherwise.
    pub fn prefer(&mut self, wanted: impl Fn(&Move) -> bool) {
        if self.list.iter().any(&wanted) {
            self.list.retain(wanted);
        }
    }
}

impl<'a> IntoIterator for &'a LegalMoves<'_> {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
