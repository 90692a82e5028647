//! Moves of another kind than walks.

use crate::definition::reach::Reach;
use crate::definition::rules::PieceSet;
use crate::geometry::Offset;

/// A move of another kind than a walk.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// Leaps over opposing pieces in a straight line, each with an empty square behind it, and
    /// captures them.
    LongLeap {
        /// At most one victim, and the leaper rests directly behind it.
        single: bool,
    },
    /// Jumps over neighbors, one after the other.
    JumpSeries(JumpSeries),
    /// The same leap several times as a first move.
    Run(Run),
    /// Changes places with a piece within reach, friend or foe; usually the first on a line.
    Swap {
        /// Where the other piece stands.
        reach: Reach,
        /// The pieces with which it does; every piece if `None`.
        with: Option<PieceSet>,
    },
    /// Leaves the board together with one opposing piece within reach.
    Boom {
        /// Where that piece stands.
        reach: Reach,
    },
    /// Leaves the board together with everything within reach, unless a royal piece of its own side
    /// is there.
    Explode {
        /// What is blown up.
        reach: Reach,
    },
    /// Pushes a piece within reach one step on, and takes the square it leaves. The pushed piece
    /// makes all captures that this move of its own would make.
    Push {
        /// Where that piece stands.
        reach: Reach,
    },
    /// Steps directly away from a piece within reach, which makes the same step, with the captures
    /// that this move of the pulled piece would make.
    Pull {
        /// Where that piece stands.
        reach: Reach,
    },
    /// Goes to an empty square within reach and leaves a piece from its owner's hand behind.
    Resurrect {
        /// Where it goes.
        reach: Reach,
    },
    /// Captures an opposing piece within reach, usually the first piece on a line, and stays where it
    /// is.
    Rifle {
        /// Where that piece stands.
        reach: Reach,
    },
    /// Pushes a line of pieces that begins within reach one step on, and takes the square that the
    /// first of them leaves; an opposing piece that is pushed off the board is captured.
    Plow {
        /// Where the line begins.
        reach: Reach,
    },
    /// Moves and captures as the piece that the opponent moved last, but for what is special about
    /// it: first moves, castling, runs, en passant and promotion. A piece that imitated is
    /// imitated as what it moved as.
    Imitate,
}

impl Action {
    /// On which squares it works; `None` if it has ways of its own.
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

    /// Makes it work on other squares, if it is of a kind that can.
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

    /// Whether it works where actions of its kind usually do.
    pub(crate) fn has_usual_reach(&self) -> bool {
        let usual = match self {
            Action::Swap { .. } | Action::Rifle { .. } => Reach::Lines,
            _ => Reach::Around,
        };
        self.reach().is_none_or(|reach| *reach == usual)
    }

    /// Whether it goes somewhere as walks do, so that the mover's capture methods apply to it.
    pub(crate) const fn goes(&self) -> bool {
        matches!(
            self,
            Action::LongLeap { .. } | Action::Swap { .. } | Action::JumpSeries(_) | Action::Run(_)
        )
    }
}

/// Jumps over neighbors, one after the other: over friends first, then over opposing pieces, which
/// are captured.
#[derive(Clone, Debug, PartialEq)]
pub struct JumpSeries {
    /// Where a piece that is jumped over stands; the jump ends twice as far away. A series keeps
    /// to one of the lists.
    pub over: Vec<Vec<Offset>>,
    /// Whether friends may be jumped over, before the first capture.
    pub friends: bool,
    /// Whether a square on which a piece can be captured en passant counts as that piece.
    pub en_passant: bool,
    /// Opposing pieces that must be captured when a jump has brought the piece beside them.
    pub must_take: PieceSet,
    /// Captured pieces stay in the way until the series has ended.
    pub remove_at_end: bool,
}

/// The same leap over empty squares several times in a row, as a first move. The piece can be
/// captured en passant on every square on which it did not stay.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The leaps to choose from.
    pub leaps: Vec<Offset>,
    /// At most so many, and at least two.
    pub steps: u8,
}
