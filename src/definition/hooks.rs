//! Hooks: what a piece does that no move text can say, and what a game asks beside its moves.
//!
//! Three kinds belong to pieces ([`Powers`]): *actions* are moves of their own kind, *captures*
//! are victims that a move has beside those of its text, and a *freeze* keeps neighbors from
//! moving. The rest ([`Hooks`]) belongs to the game. All of it is closed data, so that it can be
//! written to a file, and empty by default.

use super::special::PieceSet;
use crate::geometry::Zone;

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
    /// Moves and captures as the piece that the opponent moved last, but for what is special about
    /// it: first moves, castling, runs, en passant and promotion. A piece that imitated is
    /// imitated as what it moved as.
    Imitate,
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
    /// Pieces that wait beside the board.
    pub pocket: Option<PocketRule>,
    /// How the pieces on the board are counted when the game ends by points.
    pub point_count: Option<PointCount>,
    /// The game is drawn when both sides have nothing but their royal pieces.
    pub both_bare_draws: bool,
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
