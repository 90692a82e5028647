//! Actions: moves other than walks.

use super::piece_set::PieceSet;
use super::reach::Reach;
use crate::geometry::Offset;

/// A move other than a walk.
///
/// The enum is exhaustive, so that code that draws or explains pieces does not compile until it
/// handles a new kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Leaps over opposing pieces in a straight line, with an empty square after each of them, and captures them.
    LongLeap {
        /// Whether the leap captures only one piece and ends directly after it.
        single: bool,
    },
    /// Jumps over neighbors in a series.
    JumpSeries(JumpSeries),
    /// Repeats a leap as an initial move.
    Run(Run),
    /// Swaps places with a piece of either side within reach, by default the first one on a line.
    Swap {
        /// The squares of the other piece.
        reach: Reach,
        /// The pieces with which it swaps; all if `None`.
        with: Option<PieceSet>,
    },
    /// Removes itself and one opposing piece within reach.
    Boom {
        /// The squares of that piece.
        reach: Reach,
    },
    /// Removes itself and all pieces within reach, unless a royal piece of its own side is among them.
    Explode {
        /// The squares that explode.
        reach: Reach,
    },
    /// Pushes a piece within reach by one step, and moves to its square. The pushed piece makes the captures that this
    /// move of its own would make.
    Push {
        /// The squares of that piece.
        reach: Reach,
    },
    /// Steps directly away from a piece within reach, which makes the same step and the captures that this move of its
    /// own would make.
    Pull {
        /// The squares of that piece.
        reach: Reach,
    },
    /// Moves to an empty square within reach and leaves a piece from its owner's hand behind.
    Resurrect {
        /// The destinations.
        reach: Reach,
    },
    /// Captures an opposing piece within reach, by default the first piece on a line, without moving.
    Rifle {
        /// The squares of that piece.
        reach: Reach,
    },
    /// Pushes a line of pieces that begins within reach by one step, and moves to the square of the first of them; an
    /// opposing piece that is pushed off the board is captured.
    Plow {
        /// The squares at which the line begins.
        reach: Reach,
    },
    /// Moves and captures like the piece that the opponent moved last, without its initial moves, castling, runs, en
    /// passant and promotion. A piece that imitated is imitated in the form that it imitated.
    Imitate,
}

impl Action {
    /// The squares on which it acts; `None` if its kind determines them.
    pub const fn reach(&self) -> Option<&Reach> {
        match self {
            Action::Swap { reach, .. }
            | Action::Boom { reach }
            | Action::Explode { reach }
            | Action::Push { reach }
            | Action::Pull { reach }
            | Action::Resurrect { reach }
            | Action::Rifle { reach }
            | Action::Plow { reach } => Some(reach),
            Action::LongLeap { .. } | Action::JumpSeries(_) | Action::Run(_) | Action::Imitate => {
                None
            }
        }
    }

    /// Changes the squares on which it acts, if it has a reach.
    pub fn set_reach(&mut self, new: Reach) {
        match self {
            Action::Swap { reach, .. }
            | Action::Boom { reach }
            | Action::Explode { reach }
            | Action::Push { reach }
            | Action::Pull { reach }
            | Action::Resurrect { reach }
            | Action::Rifle { reach }
            | Action::Plow { reach } => *reach = new,
            Action::LongLeap { .. } | Action::JumpSeries(_) | Action::Run(_) | Action::Imitate => {}
        }
    }

    /// Whether it has the default reach of its kind.
    #[doc(hidden)]
    pub fn has_usual_reach(&self) -> bool {
        let usual = match self {
            Action::Swap { .. } | Action::Rifle { .. } => Reach::Lines,
            _ => Reach::Around,
        };
        self.reach().is_none_or(|reach| *reach == usual)
    }

    /// Whether it moves like a walk, so that the mover's capture methods apply.
    pub(crate) const fn goes(&self) -> bool {
        matches!(
            self,
            Action::LongLeap { .. } | Action::Swap { .. } | Action::JumpSeries(_) | Action::Run(_)
        )
    }
}

/// A series of jumps over neighbors: first over own pieces, then over opposing pieces, which are captured.
#[derive(Clone, Debug, PartialEq)]
pub struct JumpSeries {
    /// The squares of a piece that is jumped over; the jump is twice as long. A series uses only one of the lists.
    pub over: Vec<Vec<Offset>>,
    /// Whether own pieces may be jumped over before the first capture.
    pub over_own: bool,
    /// Whether a square on which a piece can be captured en passant counts as that piece.
    pub en_passant: bool,
    /// Opposing pieces that must be captured when a jump ends next to them.
    pub must_take: PieceSet,
    /// Whether captured pieces are removed only at the end of the series.
    pub remove_at_end: bool,
}

/// A leap over empty squares, repeated several times as an initial move. The piece can be captured en passant on every
/// passed square.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The leaps to choose from.
    pub leaps: Vec<Offset>,
    /// The largest number of leaps, at least two.
    pub steps: u8,
}
