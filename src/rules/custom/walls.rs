//! Walls that players put on the board, which both engines know without asking.

use crate::definition::Walling;
use crate::geometry::SquareSet;

/// A wall that follows each move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Walls {
    /// Where it goes, and how.
    pub rule: Walling,
    /// Squares for walls, by side.
    pub region: [SquareSet; 2],
    /// A wall instead of a move.
    pub instead_of_move: bool,
    /// Whether steps go over walls.
    pub are_skipped: bool,
}

impl Walls {
    /// Walls that go to some squares, by side, and follow moves.
    pub const fn of(rule: Walling, region: [SquareSet; 2]) -> Walls {
        Walls {
            rule,
            region,
            instead_of_move: false,
            are_skipped: false,
        }
    }
}
