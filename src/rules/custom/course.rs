//! What rules say of the course of games, which both engines know without asking.

use crate::definition::{CountingRule, PieceId, PieceSet, RepetitionRules, Verdict};
use crate::geometry::SquareSet;

/// What a rule says of the course of games beside how they are settled. What it leaves out, other rules may say.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Course {
    /// The result for a side that is in check and has no legal move; it loses where nothing is said.
    pub checkmate: Option<Verdict>,
    /// The result for a side that is not in check and has no legal move; a draw where nothing is said.
    pub stalemate: Option<Verdict>,
    /// Moves of each side without capture or irreversible move after which the game is drawn.
    pub move_limit: Option<u16>,
    /// What happens when a position comes again; a draw at the third time where nothing is said.
    pub repetition: Option<RepetitionRules>,
    /// The pieces of each side that restart the clock of the move limit by a move that cannot be taken back;
    /// where nothing is said, pieces that promote or have initial moves.
    pub restarts: Option<[PieceSet; 2]>,
    /// Who moves a piece back and forth four times loses.
    pub back_and_forth_loses: bool,
    /// Who repeats a position by chasing the same piece with every move loses.
    pub chasing: Option<Chasing>,
    /// A side that cannot win may begin to count.
    pub counting: Option<Counting>,
}

impl Course {
    /// What another rule says beside this one.
    pub(super) fn with(self, other: Course) -> Course {
        Course {
            checkmate: self.checkmate.or(other.checkmate),
            stalemate: self.stalemate.or(other.stalemate),
            move_limit: self.move_limit.or(other.move_limit),
            repetition: self.repetition.or(other.repetition),
            restarts: self.restarts.or(other.restarts),
            back_and_forth_loses: self.back_and_forth_loses || other.back_and_forth_loses,
            chasing: self.chasing.or(other.chasing),
            counting: self.counting.or(other.counting),
        }
    }
}

/// The pieces of Xiangqi, as far as chases concern them.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Chasing {
    /// The rook, which all other pieces may chase.
    pub rook: Option<PieceId>,
    /// The cannon.
    pub cannon: Option<PieceId>,
    /// The horse, which may be hindered where its victim is not.
    pub horse: Option<PieceId>,
    /// The elephant.
    pub elephant: Option<PieceId>,
    /// The advisor.
    pub advisor: Option<PieceId>,
    /// The soldier, which never chases.
    pub soldier: Option<PieceId>,
    /// Squares of each side on which its soldiers can be chased.
    pub crossed: [SquareSet; 2],
}

/// Counting moves against a side that has little left to defend itself with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counting {
    /// Whose limits hold.
    pub rule: CountingRule,
    /// The pawn.
    pub pawn: Option<PieceId>,
    /// The rook.
    pub rook: Option<PieceId>,
    /// The piece between rook and knight.
    pub khon: Option<PieceId>,
    /// The knight.
    pub knight: Option<PieceId>,
}

impl Counting {
    /// By these limits, without any of the pieces.
    pub const fn by(rule: CountingRule) -> Counting {
        Counting {
            rule,
            pawn: None,
            rook: None,
            khon: None,
            knight: None,
        }
    }
}
