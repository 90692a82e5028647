//! Caches of the squares that a piece could reach or capture on, computed on first use.

use std::sync::OnceLock;

use crate::compile::PlainMoves;
use crate::geometry::SquareSet;

/// The squares on which a role could ever capture from one square.
pub(crate) struct Coverage {
    /// The captures by movement.
    pub(in crate::rules) walks: SquareSet,
    /// By square: the way of capturing, movement first.
    pub(in crate::rules) by: Box<[Option<By>]>,
}

/// A way of capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// By its movement.
    Walks,
    /// By actions and capture methods.
    Otherwise,
}

/// By color and square, computed on first use.
pub(crate) type PlainTable = OnceLock<[Vec<OnceLock<Option<Box<PlainMoves>>>>; 2]>;

/// The possible and the guaranteed actions of a piece from one square.
pub(crate) struct Scope {
    /// The squares on which it could capture on some board.
    pub(in crate::rules) possible_captures: SquareSet,
    /// The squares that it could reach in one move on some board.
    pub(crate) arrivals: SquareSet,
    /// The squares to which it can move whenever they are empty, in check or not.
    pub(in crate::rules) steps: SquareSet,
    /// The squares on which it captures a royal piece on any board.
    pub(in crate::rules) hits: SquareSet,
    /// The squares on which it captures another piece on any board, in check or not.
    pub(in crate::rules) certain_captures: SquareSet,
    /// The squares that it may reach by any number of its own moves.
    pub(in crate::rules) domain: OnceLock<SquareSet>,
}

/// By square: the possible actions of a piece of one side.
pub(crate) type ScopesOfSide = OnceLock<Vec<OnceLock<Scope>>>;
