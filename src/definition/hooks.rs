//! What a piece does that no move text can say, and the data of some rules that count pieces.
//!
//! *Actions* are moves of their own kind, *captures* are victims that a move has beside those of its
//! text, an *aftermath* is what becomes of the mover, and what a piece does to its neighbors is to
//! *freeze*, *burn* or *protect* them. All of it is closed data, so that it can be written to a
//! file, and empty by default.

use super::aftermath::Aftermath;
use super::series::{JumpSeries, Run};
use super::special::PieceSet;
use crate::geometry::Zone;

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
    /// Whom it keeps from moving.
    pub freezes: Option<Freeze>,
    /// Whether opposing pieces that end a move of their own on a square around it leave the board.
    pub burns: bool,
    /// Whether friends on the squares around it cannot be captured.
    pub protects: bool,
    /// What becomes of it after its moves.
    pub after: Option<Aftermath>,
}

impl Powers {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Powers::default()
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
    /// Changes places with the first piece on a line, friend or foe.
    Swap {
        /// Only with pieces on the squares around it.
        near: bool,
        /// The pieces with which it does; every piece if `None`.
        with: Option<PieceSet>,
    },
    /// Leaves the board together with one opposing piece on a square around it.
    Boom,
    /// Leaves the board together with everything on the squares around it, unless a royal piece of
    /// its own side is there.
    Explode,
    /// Pushes a piece on a square around it one square away, and takes the square it leaves. The
    /// pushed piece makes all captures that this move of its own would make.
    Push,
    /// Steps directly away from a piece on a square around it and pulls it along, with the
    /// captures that this move of the pulled piece would make.
    Pull,
    /// Steps to an empty square around it and leaves a piece from its owner's hand behind.
    Resurrect,
    /// Captures the first piece on a line, if it is an opposing one, and stays where it is.
    Rifle,
    /// Pushes a line of pieces that begins beside it one square on; an opposing piece that is
    /// pushed off the board is captured.
    Plow,
    /// Moves and captures as the piece that the opponent moved last, but for what is special about
    /// it: first moves, castling, runs, en passant and promotion. A piece that imitated is
    /// imitated as what it moved as.
    Imitate,
}

impl Action {
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
    /// All opposing pieces on the squares around the mover.
    Proximity,
    /// Opposing pieces that the move would capture by a method of their own.
    Mimic(Mimic),
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

/// Whom a piece keeps from moving: the opposing pieces on the squares around it.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Freeze {
    /// The pieces that it can freeze; every piece if `None`.
    pub only: Option<PieceSet>,
    /// Pieces that it cannot freeze all the same.
    pub except: PieceSet,
    /// Pieces of the frozen side that lift the freeze from their fellows when they stand around
    /// the freezing piece as well.
    pub lifted_by: PieceSet,
}

/// Pieces that wait beside the board: one of them may take the place of a piece that moves for
/// the first time, as part of that move.
#[derive(Clone, Debug, PartialEq)]
pub struct PocketRule {
    /// The pieces whose first move makes room.
    pub movers: PieceSet,
    /// The last move by number at which each side may do so.
    pub until: [Option<u16>; 2],
    /// What becomes of pieces that were not placed until then.
    pub expired: PocketFate,
}

/// What becomes of a piece in the pocket that was not placed in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PocketFate {
    /// It leaves the game.
    Gone,
    /// It goes to its owner's hand.
    Hand,
}

/// How the pieces on the board are counted when the game ends by points.
#[derive(Clone, Debug, PartialEq)]
pub struct PointCount {
    /// A side that is ahead by so many points has the advantage; otherwise the game is drawn.
    pub margin: u16,
    /// By number of the piece: what it counts, which is the first value that applies to it; nothing
    /// if none does.
    pub values: Vec<Vec<PointValue>>,
}

/// What a piece counts under some condition.
#[derive(Clone, Debug, PartialEq)]
pub struct PointValue {
    /// The points.
    pub points: u16,
    /// It must stand there.
    pub zone: Option<Zone>,
    /// The opponent must have more pieces on the board of the first set than of the second.
    pub more: Option<[PieceSet; 2]>,
}
