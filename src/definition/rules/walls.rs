//! Walls that players put on the board.

use crate::geometry::SquareSet;

/// Walls that players put on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct WallRules {
    /// Where and how.
    pub rule: Walling,
    /// Squares for walls, by side.
    pub region: [SquareSet; 2],
    /// A wall instead of a move.
    pub instead_of_move: bool,
}

/// Where walls go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Walling {
    /// Where the moved piece could move next.
    Arrow,
    /// Anywhere; the old wall vanishes.
    Duck,
    /// To the edge of what is left of the board.
    Edge,
    /// Where the piece came from.
    Past,
    /// Anywhere in the region.
    Static,
}
