//! Hooks: what a piece does that no move text can say, and what a game asks beside its moves.
//!
//! Three kinds belong to pieces ([`Powers`]): *actions* are moves of their own kind, *captures*
//! are victims that a move has beside those of its text, and a *freeze* keeps neighbors from
//! moving. The rest ([`Hooks`]) belongs to the game. All of it is closed data, so that it can be
//! written to a file, and empty by default.

use super::company::{BareKing, DoubleDrop, PointRules, Replacement};
use super::series::{CaptureDuty, JumpSeries, Run};
use super::special::{PieceSet, Verdict};

/// What a piece does that no move text can say.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Powers {
    /// Moves of another kind than walks.
    pub actions: Vec<Action>,
    /// Victims of its moves beside those of the move text. All methods judge the board on which
    /// the piece has moved and nothing has been removed yet; the victims of all are removed
    /// together.
    pub captures: Vec<CaptureMethod>,
    /// Whom it keeps from moving.
    pub freezes: Option<Freeze>,
}

impl Powers {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty() && self.captures.is_empty() && self.freezes.is_none()
    }
}

/// A move of another kind than a walk.
#[derive(Clone, Debug, PartialEq)]
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
}

/// How a move captures pieces on which it does not end.
#[derive(Clone, Debug, PartialEq)]
pub enum CaptureMethod {
    /// Opposing pieces between the mover and a friend on the next square but one of an orthogonal.
    Custodial,
    /// The opposing piece directly behind the square that a straight move left.
    Withdrawal,
    /// The opposing piece directly ahead of the square where a straight move ends.
    Approach,
    /// Opposing pieces where the rank or file of the mover meets the file or rank of its king.
    Coordination,
    /// The opposing piece halfway along a diagonal move of two squares to an empty square.
    Midpoint,
}

/// Whom a piece keeps from moving: the opposing pieces on the squares around it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Freeze {
    /// The pieces that it can freeze; every piece if `None`.
    pub only: Option<PieceSet>,
    /// Pieces of the frozen side that lift the freeze from their fellows when they stand around
    /// the freezing piece as well.
    pub lifted_by: PieceSet,
}

/// What a game asks beside its moves.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Hooks {
    /// A frozen piece that is not royal may be taken off the board by its owner as a move.
    pub suicide: bool,
    /// Pieces that must be captured while they are threatened.
    pub capture_duty: Option<CaptureDuty>,
    /// Whether a move may leave alone what it could capture halfway.
    pub optional_midpoint: bool,
    /// Unmoved pieces that may go to a square that another one leaves.
    pub replacement: Option<Replacement>,
    /// When a side without pieces but its royal one loses; never if `None`.
    pub bare_king: Option<BareKing>,
    /// The result for a side that repeats positions by giving check with every move, where the
    /// other does not.
    pub perpetual_check: Option<Verdict>,
    /// Captured pieces change boards and may be put there.
    pub double_drop: Option<DoubleDrop>,
    /// What points mean for royal pieces.
    pub points: Option<PointRules>,
}
