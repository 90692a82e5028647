//! Which moves could expose a royal piece that is safe now, so that only those need to be tried.
//!
//! An attack is found by looking at squares: those on the ways of the pieces that could come to make
//! it. A move that changes none of the squares that were looked at changes nothing about it.

use super::generate::{attacks, could_attack, reads};
use super::hooks;
use crate::geometry::{Square, SquareSet};
use crate::rules::Rulebook;
use crate::state::{Move, MoveKind, Setup};

/// The squares on which the safety of the only royal piece of the side to move depends.
pub(super) struct Danger {
    squares: SquareSet,
}

impl Danger {
    /// The danger in a position; `None` if every move has to be tried: because the piece is attacked
    /// already, is not the only one, or is attacked in ways that depend on more than squares.
    pub(super) fn of(book: &Rulebook, setup: &Setup) -> Option<Danger> {
        if !book.knows_paths() || book.imitates || book.has_aftermaths() {
            return None;
        }
        let us = setup.turn;
        let mut royals = book.royals(setup, us);
        let (Some(king), None) = (royals.next(), royals.next()) else {
            return None;
        };
        let mut squares = SquareSet::new();
        squares.insert(king);
        for (from, piece) in setup.board.pieces_of(us.opponent()) {
            if !could_attack(book, setup, from, piece, king) {
                continue;
            }
            let is_known = match book.hooks() {
                Some(_) => hooks::reads(book, setup, from, piece, king, &mut squares),
                None => reads(book, piece, from, Some(king), &mut squares),
            };
            if !is_known || attacks(book, setup, from, piece, king) {
                return None;
            }
        }
        Some(Danger { squares })
    }

    /// Whether the safety depends on a square.
    pub(super) fn contains(&self, square: Square) -> bool {
        self.squares.contains(square)
    }

    /// The squares on which the safety depends.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares.iter()
    }

    /// Whether a move certainly leaves the royal piece as safe as it is.
    pub(super) fn spares(&self, book: &Rulebook, setup: &Setup, one: &Move) -> bool {
        let depends = |square: &Square| self.squares.contains(*square);
        // What the other side's pieces look at from elsewhere is not known.
        let harmless = |(origin, target): &(Square, Square)| {
            let moved = setup.board.piece(*origin);
            moved.is_some_and(|moved| moved.color == setup.turn && !book.role(moved.role).royal)
                && !depends(origin)
                && !depends(target)
        };
        one.kind == MoveKind::Walk
            && !book.role(one.piece.role).royal
            && one.promotion.is_none_or(|role| !book.role(role).royal)
            && one.shifts.iter().all(harmless)
            && one.converts.is_empty()
            && one.gate.is_none()
            && one.wall.is_none()
            && !depends(&one.from)
            && !depends(&one.to)
            && !one.captures.iter().chain(&one.marks).any(depends)
    }
}
