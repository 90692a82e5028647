//! Decisions of rules about attacks, turns and pieces.

use std::fmt;

use crate::geometry::Square;
use crate::state::{Color, EnPassant, Move};

/// The answer of a rule to whether a piece attacks a square.
///
/// If rules differ, [`Never`](Attack::Never) takes precedence, then [`Also`](Attack::Also).
///
/// The page `docs/custom-rules.md` has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Attack {
    /// The piece attacks the square if its own moves could capture there.
    #[default]
    AsItMoves,
    /// The piece attacks the square in addition to its own attacks.
    Also,
    /// The piece does not attack the square.
    Never,
}

/// A decision that at most one rule of a variant may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// The side that moves next.
    Turn,
    /// The fate of a captured piece.
    Victim,
    /// The fate of a capturing piece.
    Captor,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Turn => "who moves next",
            Decision::Victim => "what becomes of a captured piece",
            Decision::Captor => "what becomes of a piece that captures",
        })
    }
}

/// The side that moves next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NextTurn {
    /// The side.
    #[doc(hidden)]
    pub side: Color,
    /// The pieces that it may capture en passant.
    #[doc(hidden)]
    pub en_passant: Vec<EnPassant>,
}

impl NextTurn {
    /// This side moves next and captures nothing en passant.
    pub const fn of(side: Color) -> NextTurn {
        NextTurn {
            side,
            en_passant: Vec::new(),
        }
    }
}

/// Rules for captures at the midpoint of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Halfway {
    /// The capture at the midpoint is optional.
    Optional,
    /// A move that captures on its target also captures at its midpoint.
    Double,
}

/// A move that is the capture, or starts the series that captures, another piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The move.
    pub mv: Move,
    /// The square of the threatened piece.
    pub victim: Square,
}
