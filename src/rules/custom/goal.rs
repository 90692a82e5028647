//! Ends of the game by reaching squares, which the tables know without asking.

use crate::definition::Verdict;
use crate::geometry::SquareSet;
use crate::state::Role;

/// An end of the game that comes about when a side has pieces on some squares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Goal {
    /// By side, the kinds that must get there; anybody if `None`.
    pub kinds: [Option<Vec<Role>>; 2],
    /// By side, the squares; it has no goal if there are none.
    pub squares: [SquareSet; 2],
    /// How many must be there.
    pub count: u16,
    /// Whether one is enough where all the squares are occupied.
    pub blocked_wins: bool,
    /// Whether Black has one more move when White gets there, by a royal piece, and draws by doing the same.
    pub last_move: bool,
    /// Whether who gets there must not be attacked there.
    pub safe: bool,
    /// The result for who gets there.
    pub result: Verdict,
}

impl Goal {
    /// A side wins when it has a piece of its kinds on one of its squares.
    pub const fn of(kinds: [Option<Vec<Role>>; 2], squares: [SquareSet; 2]) -> Goal {
        Goal {
            kinds,
            squares,
            count: 1,
            blocked_wins: false,
            last_move: false,
            safe: false,
            result: Verdict::Win,
        }
    }

    /// Whether more matters than what stands where.
    pub(crate) const fn is_late(&self) -> bool {
        self.last_move || self.safe
    }
}
