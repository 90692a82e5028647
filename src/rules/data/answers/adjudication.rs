//! Rules of adjudication that both engines evaluate without calling the rule.

use crate::definition::{CountingRule, PieceId, PieceSet, RepetitionRules, Verdict};
use crate::geometry::SquareSet;

/// The static rules of adjudication of one rule. Omitted fields are left to other rules.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Adjudication {
    /// The result for a side that is in check and has no legal move; by default a loss.
    pub checkmate: Option<Verdict>,
    /// The result for a side that is not in check and has no legal move; by default a draw.
    pub stalemate: Option<Verdict>,
    /// The number of moves of each side without capture or irreversible move after which the game is drawn.
    pub move_limit: Option<u16>,
    /// The result of repeated positions; by default a draw at the third occurrence.
    pub repetition: Option<RepetitionRules>,
    /// The pieces of each side whose irreversible moves reset the clock of the move limit; by
    /// default pieces that promote or have initial moves.
    pub restarts: Option<[PieceSet; 2]>,
    /// Whether a side that moves a piece back and forth four times loses.
    pub back_and_forth_loses: bool,
    /// Pieces for the chasing rule: a side that repeats a position by chasing the same piece with every move loses.
    pub chasing: Option<Chasing>,
    /// The counting rule, by which a side that cannot win may begin to count.
    pub counting: Option<Counting>,
}

impl Adjudication {
    /// These rules, completed by those of another rule.
    pub(crate) fn with(self, other: Adjudication) -> Adjudication {
        Adjudication {
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

/// The pieces of Xiangqi as distinguished by the chasing rule.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Chasing {
    /// The rook, which all other pieces may chase.
    pub rook: Option<PieceId>,
    /// The cannon.
    pub cannon: Option<PieceId>,
    /// The horse, which may be blocked while its victim is not.
    pub horse: Option<PieceId>,
    /// The elephant.
    pub elephant: Option<PieceId>,
    /// The advisor.
    pub advisor: Option<PieceId>,
    /// The soldier, which never chases.
    pub soldier: Option<PieceId>,
    /// The squares of each side on which its soldiers can be chased.
    pub crossed: [SquareSet; 2],
}

/// Counting rules of Makruk and its relatives: a limit on the moves of the stronger side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counting {
    /// The rule that sets the limits.
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
    /// These limits, without any pieces.
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
