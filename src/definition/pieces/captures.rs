//! The captures that a piece makes where its moves do not end.

use crate::definition::reach::Reach;

/// How the moves of a piece capture pieces on which they do not end.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct PieceCaptures {
    /// The ways in which victims are found beside those of the move text. All judge the board on
    /// which the piece has moved and nothing has been removed yet; the victims of all are removed
    /// together.
    pub methods: Vec<CaptureMethod>,
    /// Whether these victims change sides where they stand.
    pub convert: bool,
    /// Whether there are none where the piece is burned.
    pub unless_burned: bool,
    /// Whether there are some as well by the move by which another piece becomes this one.
    pub on_promotion: bool,
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
