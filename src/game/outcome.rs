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
    /// A side has too few pieces of a kind, or no piece at all.
    Extinction,
    /// A piece has reached its goal.
    Goal,
    /// A castling that wins, or the loss of the right to it.
    Castling,
    /// The last of the checks that a side had to give.
    Checks,
    /// Pieces are connected.
    Connection,
    /// Kings faced one another and nobody gave way.
    FacingKings,
    /// Both players passed.
    Passes,
    /// Every square is occupied.
    FullBoard,
    /// Too many moves without capture or irreversible move.
    MoveLimit,
    /// The position came again.
    Repetition,
    /// The position came again because one side gave check with every move, or both.
    PerpetualCheck,
    /// The position came again because one side chased a piece with every move, or both.
    PerpetualChase,
    /// A piece went back and forth too often.
    BackAndForth,
    /// A side that could not win has counted its moves to the end.
    Counting,
    /// A mate by a piece, or by a drop, that may not give mate.
    ForbiddenMate,
    /// A mate without a check by a piece that is strong enough.
    WeakMate,
}

impl Reason {
    /// The word for it in conformance rows and JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Extinction => "extinction",
            Reason::Goal => "goal",
            Reason::Castling => "castling",
            Reason::Checks => "checks",
            Reason::Connection => "connection",
            Reason::FacingKings => "facing-kings",
            Reason::FullBoard => "full-board",
            Reason::MoveLimit => "move-limit",
            Reason::Passes => "passes",
            Reason::Repetition => "repetition",
            Reason::PerpetualCheck => "perpetual-check",
            Reason::PerpetualChase => "perpetual-chase",
            Reason::BackAndForth => "back-and-forth",
            Reason::Counting => "counting",
            Reason::ForbiddenMate => "forbidden-mate",
            Reason::WeakMate => "weak-mate",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
