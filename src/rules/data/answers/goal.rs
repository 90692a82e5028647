//! Ends of the game by reaching squares, which the tables evaluate without calling the rule.

use crate::definition::Verdict;
use crate::geometry::SquareSet;
use crate::state::Role;

/// An end of the game when a side has pieces on its goal squares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Goal {
    /// The kinds that count, by side; `None` for all.
    pub kinds: [Option<Vec<Role>>; 2],
    /// The goal squares, by side; an empty set is no goal.
    pub squares: [SquareSet; 2],
    /// The number of pieces required.
    pub count: u16,
    /// Whether one piece suffices if all goal squares are occupied.
    pub blocked_wins: bool,
    /// Whether Black has one more move after White arrives with a royal piece, and draws by arriving too.
    pub last_move: bool,
    /// Whether the arriving piece must not be attacked.
    pub safe: bool,
    /// The result for the side that arrives.
    pub result: Verdict,
}

impl Goal {
    /// A win for the side that has one piece of its kinds on a goal square.
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

    /// Whether the goal depends on more than the pieces on squares.
    pub(crate) const fn is_late(&self) -> bool {
        self.last_move || self.safe
    }
}
