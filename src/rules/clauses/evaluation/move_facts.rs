//! The facts of a move that clauses depend on.

use super::later::Later;
use super::mate::is_mated;
use crate::definition::clause::Event;
use crate::geometry::Square;
use crate::rules::clauses::data::Filter;
use crate::state::{Color, Move, MoveKind, Piece};

/// The facts of a move, or of an attack, which is a possible capture.
pub(crate) struct MoveFacts<'a> {
    /// The side that moves.
    pub(crate) side: Color,
    piece: Option<Piece>,
    pub(crate) from: Option<Square>,
    pub(crate) to: Option<Square>,
    /// The move; `None` for an attack or a position.
    pub(crate) mv: Option<&'a Move>,
}

impl<'a> MoveFacts<'a> {
    pub(crate) fn of_move(mv: &'a Move) -> MoveFacts<'a> {
        // A pass moves no piece, and a drop has no origin.
        let moves = !mv.is_pass() && mv.kind != MoveKind::Drop;
        MoveFacts {
            side: mv.piece.color,
            piece: Some(mv.piece),
            from: moves.then_some(mv.from),
            to: (!mv.is_pass()).then_some(mv.to),
            mv: Some(mv),
        }
    }

    /// The facts of an attack: a possible capture.
    pub(crate) fn of_attack(piece: Piece, from: Square, target: Square) -> MoveFacts<'a> {
        MoveFacts {
            side: piece.color,
            piece: Some(piece),
            from: Some(from),
            to: Some(target),
            mv: None,
        }
    }

    /// No move: a side evaluates a position as if it had just moved.
    pub(crate) fn of_side(side: Color) -> MoveFacts<'a> {
        MoveFacts {
            side,
            piece: None,
            from: None,
            to: None,
            mv: None,
        }
    }

    /// The squares of captured pieces. An attack captures on its target.
    pub(crate) fn captured(&self) -> impl Iterator<Item = Square> {
        let captures = self.mv.into_iter();
        let captures = captures.flat_map(|mv| mv.captures.iter().chain(&mv.converts).copied());
        captures.chain(self.to.filter(|_| self.mv.is_none()))
    }

    /// Whether the mover may be such a piece after the move.
    pub(crate) fn becomes(&self, filter: &Filter) -> bool {
        self.mv.is_none_or(|mv| {
            let role = mv.role_after();
            let is_such = filter.contains(self.side, Piece { role, ..mv.piece });
            !mv.effects.is_empty() || mv.mover_stays() && is_such
        })
    }

    pub(crate) fn is(&self, event: Event, after: Option<Later<'_>>) -> bool {
        let Some(mv) = self.mv else {
            return self.piece.is_some() && matches!(event, Event::Move | Event::Capture);
        };
        let takes = (mv.is_capture() || !mv.converts.is_empty()) && !mv.is_own_end();
        match event {
            Event::Move => self.from.is_some(),
            Event::Capture => takes,
            Event::Quiet => self.from.is_some() && !takes,
            Event::Drop => mv.kind == MoveKind::Drop,
            Event::Castling => mv.kind == MoveKind::Castle,
            Event::Promotion => mv.promotion.is_some(),
            Event::Pass => mv.is_pass(),
            Event::Check => {
                after.is_some_and(|after| after.position().is_check(self.side.opponent()))
            }
            Event::Mate => after.is_some_and(|after| is_mated(&after.position(), self.side)),
        }
    }
}
