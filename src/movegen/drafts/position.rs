//! A position of which the moves are listed or counted, with what many pieces ask of it.

use crate::compile::Swept;
use crate::geometry::Square;
use crate::movegen::walks::{is_as_it_seems, walk_begins};
use crate::rules::{RoleMove, Rulebook, Surroundings};
use crate::state::{Color, Piece, Setup};

/// A position, of which a side makes moves.
pub(super) struct At<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) setup: &'a Setup,
    pub(super) surroundings: Surroundings<'a>,
    /// What is occupied, and what by the other side, if sets of that size tell it.
    pub(super) crowd: Option<[u128; 2]>,
}

impl<'a> At<'a> {
    pub(super) fn new(book: &'a Rulebook, setup: &'a Setup, color: Color) -> At<'a> {
        let board = &setup.board;
        let theirs = board.squares_of(color.opponent());
        let is_told = board.area() <= 128 && setup.en_passant.is_empty() && !board.has_walls();
        let crowd = is_told.then(|| {
            let (ours, theirs) = (board.squares_of(color).bits(), theirs.bits());
            [ours | theirs, theirs]
        });
        At {
            book,
            setup,
            surroundings: Surroundings::new(book, setup, color),
            crowd,
        }
    }

    /// The targets of a pattern of a piece, and those among them where it captures what stands there, with
    /// the order in which they are found; `None` if sets do not tell.
    #[inline]
    pub(super) fn sweep(
        &self,
        role_move: &'a RoleMove,
        (from, piece): (Square, Piece),
    ) -> Option<([u128; 2], &'a Swept)> {
        let [occupied, theirs] = self.crowd?;
        if role_move.to.is_some() || !is_as_it_seems(self.book, piece) {
            return None;
        }
        let program = role_move.program(self.book, piece.color.perspective(), from)?;
        let swept = program.swept()?;
        if !walk_begins(self.book, self.setup, role_move, (from, piece)) {
            return Some(([0; 2], swept));
        }
        let targets = swept.targets(occupied, theirs);
        let mut takes = targets & theirs;
        if let Some(kinds) = role_move.takes {
            let is_meant = |square: Square| {
                let victim = self.setup.board.piece(square);
                victim.is_some_and(|victim| kinds.contains(victim.role))
            };
            takes = squares_of(takes)
                .filter(|square| is_meant(*square))
                .fold(0, |set, square| set | 1 << square.index());
        }
        Some(([targets & !theirs | takes, takes], swept))
    }
}

/// The squares of a set of those with numbers below 128.
pub(super) fn squares_of(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::new(set.trailing_zeros() as u16);
        let some = (set != 0).then_some(square);
        set &= set.wrapping_sub(1);
        some
    })
}
