//! Ends by the course of the game.

use super::piece_set::PieceSet;
use crate::definition::PieceId;
use crate::geometry::SquareSet;

/// What few variants know of the course of a game.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AdjudicationRules {
    /// The pieces of each side that restart the clock by a move that cannot be taken back; where
    /// nothing is said, pieces that promote or have initial moves.
    pub restarts: Option<[PieceSet; 2]>,
    /// Who moves a piece back and forth four times loses.
    pub back_and_forth_loses: bool,
    /// Who repeats a position by chasing the same piece with every move loses.
    pub chasing: Option<ChasingRules>,
    /// A side that cannot win may begin to count.
    pub counting: Option<CountingRules>,
}

/// The pieces of Xiangqi, as far as chases concern them.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ChasingRules {
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
pub struct CountingRules {
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

/// Whose limits hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingRule {
    /// Thailand's.
    Makruk,
    /// Cambodia's.
    Cambodian,
    /// The common rules of South East Asia.
    Asean,
}
