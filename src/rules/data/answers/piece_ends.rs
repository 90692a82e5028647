//! Ends of the game by the pieces on the board, which the tables evaluate, and last pieces that are royal.

use crate::definition::Verdict;
use crate::geometry::SquareSet;
use crate::state::{Color, Role};

// Goals, which the tables evaluate.

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

// Ends of the game by number of pieces, which the tables evaluate, and pieces that become royal when
// few of them are left.

/// An end of the game that depends only on the number of pieces of some kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lack {
    /// The kinds that count, by side.
    pub kinds: [Vec<Role>; 2],
    /// The side that must have too few of them.
    pub who: WhoLacks,
    /// The largest number that is too few.
    pub limit: u16,
    /// Whether pieces in hand count as well.
    pub hands: bool,
    /// The number of pieces that the opponent must have: if the side with too few has just moved,
    /// and if it is to move.
    pub others: [u16; 2],
    /// The result for the side with too few, if it is always the same; the search uses it to preserve pieces.
    pub result: Option<Verdict>,
}

/// The side that must have too few pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhoLacks {
    /// Both sides.
    Both,
    /// One of the sides, or both.
    Either,
    /// The side that has just moved.
    Mover,
}

impl Lack {
    /// An end of the game when a side has none of these kinds on the board.
    pub const fn of(kinds: [Vec<Role>; 2], who: WhoLacks) -> Lack {
        Lack {
            kinds,
            who,
            limit: 0,
            hands: false,
            others: [0; 2],
            result: None,
        }
    }
}

impl WhoLacks {
    /// Evaluates the condition for a side to move, given whether each side has too few.
    #[inline]
    pub(crate) fn is_so(self, turn: Color, lacks: impl Fn(Color) -> bool) -> bool {
        let [us, them] = [turn, turn.opponent()];
        match self {
            WhoLacks::Both => lacks(us) && lacks(them),
            WhoLacks::Either => lacks(us) || lacks(them),
            WhoLacks::Mover => lacks(them),
        }
    }
}

/// Pieces that are royal when their side has few of their kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LastRoyal {
    /// The kinds that count, each with all roles that count as that kind.
    pub kinds: Vec<Vec<Role>>,
    /// The pieces of a kind are royal while at most this number plus one are left.
    pub limit: u16,
    /// Whether an attack on all of them at once is check too.
    pub together: bool,
}

impl LastRoyal {
    /// The last pieces of these kinds are royal.
    pub const fn of(kinds: Vec<Vec<Role>>) -> LastRoyal {
        LastRoyal {
            kinds,
            limit: 0,
            together: false,
        }
    }

    /// The roles that count as the same kind as a piece, if it counts.
    pub(crate) fn kind(&self, role: Role) -> Option<&[Role]> {
        let kind = self.kinds.iter().find(|kind| kind.contains(&role));
        kind.map(Vec::as_slice)
    }

    /// Whether a piece counts.
    #[doc(hidden)]
    pub fn counts(&self, role: Role) -> bool {
        self.kind(role).is_some()
    }
}
