//! Ends of the game by number of pieces, which the tables evaluate without calling the rule, and
//! pieces that become royal when few of them are left.

use crate::definition::Verdict;
use crate::state::{Color, Role};

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
