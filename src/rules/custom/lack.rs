//! Ends of the game by want of pieces, which the tables know without asking.

use crate::state::{Color, Role};

/// An end of the game that depends on nothing but which kinds of pieces are left on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lack {
    /// By side, the kinds that count.
    pub kinds: [Vec<Role>; 2],
    /// Who must have none of them left.
    pub who: WhoLacks,
}

/// Who has none of the kinds left that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhoLacks {
    /// Both sides.
    Both,
    /// One of the sides, or both.
    Either,
    /// The side that has moved last.
    Mover,
}

impl Lack {
    /// The game is over where neither side has any of these kinds left.
    pub const fn of(kinds: [Vec<Role>; 2], who: WhoLacks) -> Lack {
        Lack { kinds, who }
    }
}

impl WhoLacks {
    /// Whether it is so, if a side is to move and it is known of each side whether it has none left.
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
