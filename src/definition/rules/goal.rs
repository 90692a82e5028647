//! Ends by reaching squares.

use super::Verdict;
use crate::definition::PieceId;
use crate::geometry::SquareSet;

/// Ends by reaching squares.
#[derive(Clone, Debug, PartialEq)]
pub struct FlagRules {
    /// Who must get there; anybody if `None`.
    pub piece: [Option<PieceId>; 2],
    /// The squares.
    pub region: [SquareSet; 2],
    /// How many must be there.
    pub count: u16,
    /// A region full of pieces wins as well if one of them is a flag piece.
    pub blocked_wins: bool,
    /// The opponent has one more move.
    pub last_move: bool,
    /// The piece must not be attacked there.
    pub safe: bool,
    /// The result for the side that gets there.
    pub verdict: Verdict,
}
