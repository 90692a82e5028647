//! The position under evaluation, the position after a move, mate, and the facts of the move.

use std::cell::Cell;

use smallvec::SmallVec;

use crate::definition::clause::{Event, Moment};
use crate::geometry::Square;
use crate::rules::clauses::data::Filter;
use crate::rules::data::{After, RuleContext};
use crate::state::{Color, Move, MoveKind, Piece, RuleState};

/// A position under evaluation, with the move.
pub(crate) struct ClauseContext<'a> {
    pub(crate) at: RuleContext<'a>,
    pub(crate) facts: &'a MoveFacts<'a>,
    pub(crate) moment: Moment,
    pub(crate) after: Option<Later<'a>>,
    /// The chosen squares.
    pub(crate) chosen: &'a [Square],
    /// The square of the piece `it` of the clause.
    pub(crate) it: Option<Square>,
    /// The move number.
    pub(crate) turn: u32,
    /// The previous move, as stored.
    pub(crate) last: &'a RuleState,
}

impl<'a> ClauseContext<'a> {
    /// The position before a move.
    #[inline]
    pub(crate) fn before(
        at: &RuleContext<'a>,
        facts: &'a MoveFacts<'a>,
        after: Option<Later<'a>>,
    ) -> ClauseContext<'a> {
        ClauseContext {
            at: *at,
            facts,
            moment: Moment::Before,
            after,
            chosen: &[],
            it: None,
            turn: u32::from(at.setup().fullmove_number.max(1)),
            last: at.state(),
        }
    }

    /// The same context with chosen squares.
    #[inline]
    pub(crate) fn with_chosen(&self, chosen: &'a [Square]) -> ClauseContext<'a> {
        ClauseContext { chosen, ..*self }
    }

    /// The same context with the piece `it`.
    #[inline]
    pub(crate) fn of(&self, it: Square) -> ClauseContext<'a> {
        ClauseContext {
            it: Some(it),
            ..*self
        }
    }

    #[inline]
    pub(crate) const fn position(&self) -> &RuleContext<'a> {
        &self.at
    }

    /// The side that moves.
    #[inline]
    pub(crate) const fn side(&self) -> Color {
        self.facts.side
    }

    /// The context after the move, with another position.
    #[inline]
    pub(crate) fn later_at<'b>(&'b self, at: RuleContext<'b>) -> ClauseContext<'b> {
        ClauseContext {
            at,
            moment: Moment::After,
            ..*self
        }
    }

    /// The context after the move.
    #[inline]
    pub(crate) fn later(&self) -> ClauseContext<'a> {
        ClauseContext {
            at: self.after.map_or(self.at, Later::position),
            moment: Moment::After,
            ..*self
        }
    }
}

/// A square of a position, and the piece on it.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub(crate) square: Square,
    pub(crate) piece: Option<Piece>,
}

impl Element {
    #[inline]
    pub(crate) const fn new(square: Square, piece: Piece) -> Element {
        Element {
            square,
            piece: Some(piece),
        }
    }

    #[inline]
    pub(crate) fn at(context: &ClauseContext<'_>, square: Square) -> Element {
        let piece = context.at.board().piece(square);
        Element { square, piece }
    }
}

/// The elements of a part of the previous move.
pub(crate) type Elements = SmallVec<[Element; 4]>;

// The position after a move, computed on first use.

/// The position after a move.
#[derive(Clone, Copy)]
pub(crate) enum Later<'a> {
    /// Computed on first use.
    OnDemand(&'a After<'a>),
    There(RuleContext<'a>),
}

impl<'a> Later<'a> {
    #[inline]
    pub(crate) fn position(self) -> RuleContext<'a> {
        match self {
            Later::OnDemand(after) => after.position(),
            Later::There(position) => position,
        }
    }
}

// Mate as a condition of clauses.
//
// Mate depends on the legal moves, and these may depend on clauses about mate. To end the
// recursion, mate is tested without the clauses that depend on it.

thread_local! {
    /// Whether a test for mate is in progress.
    static JUDGING: Cell<bool> = const { Cell::new(false) };
}

/// Whether a clause is active: clauses that depend on mate are not during a test for mate.
pub(crate) fn is_asked(asks_for_mate: bool) -> bool {
    !(asks_for_mate && JUDGING.get())
}

/// Whether a move of `by` has mated the side to move: it is in check and has no legal move.
pub(crate) fn is_mated(at: &RuleContext<'_>, by: Color) -> bool {
    if at.turn() == by || !at.is_check(at.turn()) {
        return false;
    }
    let before = JUDGING.replace(true);
    let is_stuck = at.is_stuck();
    JUDGING.set(before);
    is_stuck
}

// The facts of a move that clauses depend on.

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
            piece: Some(piece),
            from: Some(from),
            to: Some(target),
            ..MoveFacts::of_side(piece.color)
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
