//! A piece on a square of a position: the common argument of the functions that generate moves and detect attacks.

use std::ops::ControlFlow;

use crate::geometry::{Perspective, Square, SquareSet};
use crate::rules::{CompiledRules, RoleRules, is_frozen};
use crate::state::{Move, Piece, Setup};

/// A piece on a square of a position. The board may have another piece on the square.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) rules: &'a CompiledRules,
    pub(super) setup: &'a Setup,
    pub(super) from: Square,
    pub(super) piece: Piece,
}

impl<'a> Mover<'a> {
    #[inline]
    pub(super) const fn new(
        rules: &'a CompiledRules,
        setup: &'a Setup,
        (from, piece): (Square, Piece),
    ) -> Mover<'a> {
        Mover {
            rules,
            setup,
            from,
            piece,
        }
    }

    /// All fields, to be named in one line.
    #[inline]
    pub(super) const fn parts(&self) -> (&'a CompiledRules, &'a Setup, Square, Piece) {
        (self.rules, self.setup, self.from, self.piece)
    }

    #[inline]
    pub(super) fn role(&self) -> &'a RoleRules {
        self.rules.role(self.piece.role)
    }

    #[inline]
    pub(super) const fn owner(&self) -> Perspective {
        self.piece.color.perspective()
    }

    /// A move without any effect on other squares.
    #[inline]
    pub(super) fn walk_to(&self, to: Square) -> Move {
        Move::walk(self.piece, self.from, to)
    }

    #[inline]
    pub(super) fn is_frozen(&self) -> bool {
        is_frozen(self.rules, self.setup, self.from, self.piece)
    }

    /// Whether a square is empty and not a hole.
    #[inline]
    pub(super) fn is_free(&self, square: Square) -> bool {
        self.rules.is_free(self.setup, square)
    }

    /// The targets of moves that do not enter capture-only squares, if such squares exist.
    pub(super) fn open_targets(&self) -> Option<&'a SquareSet> {
        let rule = self.rules.capture_only.as_ref()?;
        Some(rule.open_targets(&self.rules.compass, self.owner(), self.from))
    }

    /// Whether the piece sees the contents of all squares as they are.
    #[inline]
    pub(super) fn sees_clearly(&self) -> bool {
        self.rules.blocking_kind(self.piece.role).is_none()
            && self.rules.shape.vanishing().is_empty()
    }
}

/// Ends a search if a condition holds.
#[inline]
pub(super) const fn break_if(condition: bool) -> ControlFlow<()> {
    if condition {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
