//! Walls placed by the players, which both engines support without calling the rule.

use crate::definition::Walling;
use crate::geometry::SquareSet;

/// The rule that players place walls.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Walls {
    /// The kind of squares on which walls are placed.
    pub rule: Walling,
    /// The squares for walls, by side.
    pub region: [SquareSet; 2],
    /// Whether a wall may be placed instead of a move.
    pub instead_of_move: bool,
    /// Whether steps skip walls.
    pub are_skipped: bool,
}

impl Walls {
    /// Walls on some squares, by side, placed after moves.
    pub const fn of(rule: Walling, region: [SquareSet; 2]) -> Walls {
        Walls {
            rule,
            region,
            instead_of_move: false,
            are_skipped: false,
        }
    }
}
