//! The position under evaluation, with the move and the squares to which words of a clause refer.

use smallvec::SmallVec;

use super::later::Later;
use super::move_facts::MoveFacts;
use crate::definition::clause::Moment;
use crate::geometry::Square;
use crate::rules::data::RuleContext;
use crate::state::{Color, Piece, RuleState};

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
            turn: number_of(at),
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

/// The number of the move made in a position.
#[inline]
pub(crate) fn number_of(at: &RuleContext<'_>) -> u32 {
    u32::from(at.setup().fullmove_number.max(1))
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
