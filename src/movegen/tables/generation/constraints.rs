//! Constraints on moves by paths to the own royal piece, and scratch memory.

use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::EncodedMove;

/// The constraint of one path to the own royal piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint<const N: usize> {
    /// The own pieces on the path.
    pub(super) participants: Bits<N>,
    /// The targets allowed to these.
    pub(super) inside: Bits<N>,
    /// The targets allowed to all others.
    pub(super) outside: Bits<N>,
}

impl<const N: usize> Constraint<N> {
    pub(crate) fn new(participants: Bits<N>, inside: Bits<N>, outside: Bits<N>) -> Constraint<N> {
        Constraint {
            participants,
            inside,
            outside,
        }
    }

    /// The targets allowed to the piece on a square.
    #[inline(always)]
    pub(crate) fn of(&self, square: usize) -> Bits<N> {
        if self.participants.has(square) {
            self.inside
        } else {
            self.outside
        }
    }
}

/// Scratch memory, reused from position to position.
#[derive(Debug, Default)]
pub(crate) struct Scratch<const N: usize> {
    pub(super) constraints: Vec<Constraint<N>>,
    /// Constraints on the pieces of one role.
    pub(crate) by_role: Vec<(usize, Constraint<N>)>,
    /// Constraints on own pieces with own-kind screens, in addition to the first ones of all pieces.
    pub(super) of_screened: Vec<Constraint<N>>,
    /// The number of constraints that apply to these pieces too.
    pub(super) n_for_screened: usize,
    /// The squares of all paths to the own royal piece, if captures explode.
    pub(crate) watched_squares: Bits<N>,
    /// Moves with post-move checks.
    pub(crate) tested: Vec<EncodedMove>,
    /// Whether captures explode, and the targets of captures by aim.
    pub(crate) blasts: bool,
    pub(crate) hits: [Bits<N>; 4],
}
