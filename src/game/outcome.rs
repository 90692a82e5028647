//! How a game ends.

use std::fmt;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// It is over.
    Ended {
        /// White's share of one point.
        white: f64,
        /// Black's share of one point.
        black: f64,
        /// Why.
        reason: Reason,
    },
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Too many moves without capture or irreversible move.
    MoveLimit,
}

impl Reason {
    /// The word for it in conformance rows and JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::MoveLimit => "move-limit",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
