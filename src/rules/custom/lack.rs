//! Ends of the game by the number of pieces, which the tables know without asking, and pieces that are
//! royal while there are few of them.

use super::RuleContext;
use crate::definition::Verdict;
use crate::state::{Color, Role};

/// An end of the game that depends on nothing but how many pieces of some kinds are left.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lack {
    /// By side, the kinds that count.
    pub kinds: [Vec<Role>; 2],
    /// Who must have too few of them.
    pub who: WhoLacks,
    /// So many are too few.
    pub limit: u16,
    /// Whether pieces in hand count as well.
    pub hands: bool,
    /// How many the other side must have: where the side with too few has moved last, and where it is to
    /// move.
    pub others: [u16; 2],
    /// The result for who has too few, where it is always the same: so the search knows what to keep.
    pub result: Option<Verdict>,
}

/// Who has too few pieces of the kinds that count.
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
    /// The game is over where somebody has none of these kinds left on the board.
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

    /// Whether a side has so few pieces that the game is over.
    pub fn is_lost_by(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let others = self.others[usize::from(side == at.turn())];
        self.count(at, side) <= usize::from(self.limit)
            && (others == 0 || self.count(at, side.opponent()) >= usize::from(others))
    }

    /// How many pieces that count a side has.
    pub(crate) fn count(&self, at: &RuleContext<'_>, side: Color) -> usize {
        let kinds = &self.kinds[side.index()];
        let on_board = at.board().pieces_of(side);
        let on_board = on_board.filter(|(_, piece)| kinds.contains(&piece.role));
        let hand = at.hand(side).iter().filter(|_| self.hands);
        let in_hand = hand.filter(|(role, _)| kinds.contains(role));
        on_board.count() + in_hand.map(|(_, count)| usize::from(count)).sum::<usize>()
    }
}

impl WhoLacks {
    /// Whether it is so, if a side is to move and it is known of each side whether it has too few.
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

/// Pieces that are royal while a side has few of their kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LastRoyal {
    /// The kinds that count, each with all forms that count as it.
    pub kinds: Vec<Vec<Role>>,
    /// They are royal while there is at most one more than so many of a kind.
    pub limit: u16,
    /// Whether it is check as well where all that count are attacked.
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

    /// The kind that a piece counts as, if it counts.
    pub(crate) fn kind(&self, role: Role) -> Option<&[Role]> {
        let kind = self.kinds.iter().find(|kind| kind.contains(&role));
        kind.map(Vec::as_slice)
    }

    /// Whether a piece counts.
    pub(crate) fn counts(&self, role: Role) -> bool {
        self.kind(role).is_some()
    }
}
