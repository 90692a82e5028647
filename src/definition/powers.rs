//! What a piece does that no move text can say.
//!
//! *Actions* are moves of their own kind, *captures* are victims that a move has beside those of its
//! text, an *aftermath* is what becomes of the mover, and what a piece does to its neighbors is to
//! *freeze*, *burn* or *protect* them. All of it is closed data, so that it can be written to a
//! file, and empty by default.

use super::piece_id::PieceId;
use super::reach::Reach;
use super::rules::PieceSet;
use crate::geometry::Offset;

/// What a piece does that no move text can say.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Powers {
    /// Moves of another kind than walks.
    pub actions: Vec<Action>,
    /// Victims of its moves beside those of the move text. All methods judge the board on which
    /// the piece has moved and nothing has been removed yet; the victims of all are removed
    /// together.
    pub captures: Vec<CaptureMethod>,
    /// Whether the victims of its capture methods change sides where they stand.
    pub converts: bool,
    /// Whether it captures nothing by its methods where it is burned.
    pub captures_unless_burned: bool,
    /// Whether its methods capture as well by the move by which another piece becomes it.
    pub captures_on_promotion: bool,
    /// Whom it keeps from moving.
    pub freezes: Option<Freeze>,
    /// The opposing pieces that leave the board when a move of their own ends within its reach.
    pub burns: Option<Affected>,
    /// The friends that cannot be captured.
    pub protects: Option<Affected>,
    /// What becomes of it after its moves.
    pub after: Option<AfterMove>,
}

impl Powers {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Powers::default()
    }

    /// The reaches of all that it does.
    pub fn reaches(&self) -> impl Iterator<Item = &Reach> {
        let freezes = self.freezes.as_ref().map(|freeze| &freeze.whom);
        let affected = [freezes, self.burns.as_ref(), self.protects.as_ref()];
        let affected = affected.into_iter().flatten().map(|whom| &whom.reach);
        affected
            .chain(self.after.as_ref().map(|after| &after.reach))
            .chain(self.actions.iter().filter_map(Action::reach))
            .chain(self.captures.iter().filter_map(CaptureMethod::reach))
    }
}

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

/// How a move captures pieces on which it does not end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CaptureMethod {
    /// Opposing pieces between the mover and a friend on the next square but one of an orthogonal,
    /// after a move along a rank or file.
    Custodial,
    /// The opposing piece directly behind the square that a straight move left.
    Withdrawal,
    /// The opposing piece directly ahead of the square where a straight move ends.
    Approach,
    /// Opposing pieces where the rank or file of the mover meets the file or rank of its king.
    Coordination,
    /// The opposing piece halfway along a diagonal move of two squares, to an empty square if the
    /// rules do not say otherwise.
    Midpoint,
    /// All opposing pieces within reach of the mover.
    Proximity {
        /// Where they stand.
        reach: Reach,
    },
    /// Opposing pieces that the move would capture by a method of their own.
    Mimic(Mimic),
}

impl CaptureMethod {
    /// On which squares it works; `None` if it has ways of its own.
    pub const fn reach(&self) -> Option<&Reach> {
        match self {
            CaptureMethod::Proximity { reach } => Some(reach),
            _ => None,
        }
    }
}

/// What belongs to capturing pieces by their own methods: leaps over leapers are always among it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Mimic {
    /// A move that leaps captures by nothing else.
    pub pure: bool,
    /// It changes places with opposing pieces that do so.
    pub swaps: bool,
    /// It leaves the board together with opposing pieces that do so.
    pub booms: bool,
}

/// To whom a piece does something: pieces of some kinds within its reach.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Affected {
    /// Where they stand.
    pub reach: Reach,
    /// The pieces to which it is done; every piece if `None`.
    pub only: Option<PieceSet>,
    /// Pieces to which it is not done all the same.
    pub except: PieceSet,
}

impl Affected {
    /// Whether a kind of piece is affected.
    pub fn applies_to(&self, piece: impl Into<PieceId>) -> bool {
        let piece = piece.into();
        self.only.is_none_or(|only| only.contains(piece)) && !self.except.contains(piece)
    }
}

/// Whom a piece keeps from moving: opposing pieces within its reach.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Freeze {
    /// The pieces that it freezes.
    pub whom: Affected,
    /// Pieces of the frozen side that lift the freeze from their fellows when they stand within
    /// reach of the freezing piece as well.
    pub lifted_by: PieceSet,
}

/// What becomes of a piece after a move of its own, by what the move captured.
///
/// An explosion comes before leaving the board, and that before a change; of several changes the
/// first in the list counts.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AfterMove {
    /// By captured piece: what the piece becomes.
    pub becomes: Vec<(PieceId, PieceId)>,
    /// Captured pieces that take it along.
    pub vanishes: PieceSet,
    /// Captured pieces at which it explodes: it leaves the board together with everything within
    /// reach, friend or foe. A move in which a royal piece of its own side would explode is not
    /// possible.
    pub explodes: PieceSet,
    /// What is blown up when it explodes.
    pub reach: Reach,
    /// What happens after a move that captured nothing.
    pub quiet: Option<Quiet>,
}

/// What becomes of a piece after a move that captured nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// It is another piece then.
    Becomes(PieceId),
    /// It explodes.
    Explodes,
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
