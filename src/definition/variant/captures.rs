//! Captures on squares other than the destination.

use super::reach::Reach;

/// The captures of a piece's moves on squares other than the destination.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct PieceCaptures {
    /// The capture methods in addition to those of the move text. All methods see the board after the move of the piece
    /// and before any removal; their victims are removed together.
    pub methods: Vec<CaptureMethod>,
    /// Whether the victims change sides instead of being removed.
    pub convert: bool,
    /// Whether a move after which the piece is burned captures nothing in these ways.
    pub unless_burned: bool,
    /// Whether the move by which another piece promotes to this one also captures in these ways.
    pub on_promotion: bool,
}

/// A method of capturing pieces on squares other than the destination.
///
/// The enum is exhaustive, so that code that draws or explains pieces does not compile until it
/// handles a new kind.
#[derive(Clone, Debug, PartialEq)]
pub enum CaptureMethod {
    /// Opposing pieces between the mover and an own piece two squares away in an orthogonal direction, after a move
    /// along a rank or file.
    Custodial,
    /// The opposing piece directly behind the origin of a straight move.
    Withdrawal,
    /// The opposing piece directly ahead of the destination of a straight move.
    Approach,
    /// Opposing pieces on the intersections of the mover's rank or file with its king's file or rank.
    Coordination,
    /// The opposing piece on the middle square of a diagonal move of two squares, to an empty square unless the rules
    /// allow others.
    Midpoint,
    /// All opposing pieces within reach of the mover.
    Proximity {
        /// The squares of the victims.
        reach: Reach,
    },
    /// Opposing pieces that the move would capture by their own method.
    Mimic(Mimic),
}

impl CaptureMethod {
    /// The squares on which it acts; `None` if its kind determines them.
    pub const fn reach(&self) -> Option<&Reach> {
        match self {
            CaptureMethod::Proximity { reach } => Some(reach),
            _ => None,
        }
    }
}

/// Options for capturing pieces by their own methods; leaps over leapers are always included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Mimic {
    /// Whether a move that leaps captures in no other way.
    pub pure: bool,
    /// Whether it swaps places with opposing pieces that swap.
    pub swaps: bool,
    /// Whether it explodes with opposing pieces that do so.
    pub booms: bool,
}
