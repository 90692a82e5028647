//! Sinks for moves, drops and legal moves of rules.

use crate::geometry::SquareSet;
use crate::source::budget::spend;
use crate::state::{Move, Piece};

/// A sink for moves.
///
/// [`Effect`](crate::state::Effect) has an example.
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

    /// Removes and returns the moves.
    pub(crate) fn drain(&mut self) -> std::vec::Drain<'_, Move> {
        self.list.drain(..)
    }
}

impl Extend<Move> for Moves {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

/// A sink for drops.
#[derive(Debug, Default)]
pub struct Drops {
    sets: Vec<(Piece, SquareSet, bool)>,
}

impl Drops {
    /// Adds drops of a piece from the hand of the side to move, on the empty squares of a set.
    pub fn from_hand(&mut self, piece: Piece, squares: SquareSet) {
        self.sets.push((piece, squares, false));
    }

    /// Adds drops of a piece from the [stock](crate::rules::Rule::stock) of the rule.
    pub fn from_stock(&mut self, piece: Piece, squares: SquareSet) {
        self.sets.push((piece, squares, true));
    }

    /// Removes and returns the drops: piece, squares, and whether the rule supplies the piece.
    pub(crate) fn drain(&mut self) -> std::vec::Drain<'_, (Piece, SquareSet, bool)> {
        self.sets.drain(..)
    }
}

/// The legal moves of a position, from which duties remove moves.
///
/// ```
/// use ferz::rules::{LegalMoves, Rule, RuleContext};
///
/// /// A side that can capture must capture.
/// struct Greed;
///
/// impl Rule for Greed {
///     fn duty(&self, _: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
///         moves.prefer(|mv| mv.is_capture());
///     }
/// }
/// ```
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

    /// Keeps the moves that satisfy a condition, even if none does.
    pub fn retain(&mut self, keep: impl FnMut(&Move) -> bool) {
        self.list.retain(keep);
    }

    /// Keeps the moves that satisfy a condition, if any does; otherwise all moves.
    pub fn prefer(&mut self, wanted: impl Fn(&Move) -> bool) {
        if self.list.iter().any(&wanted) {
            self.list.retain(wanted);
        }
    }
}

#[doc(hidden)]
impl<'a> IntoIterator for &'a LegalMoves<'_> {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
