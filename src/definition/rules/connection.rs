//! Winning by connecting pieces.

use super::piece_set::PieceSet;
use super::verdict::Verdict;
use crate::geometry::SquareSet;

/// Winning by connecting pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectionRules {
    /// The kinds that connect.
    pub kinds: PieceSet,
    /// Directions as file and rank steps.
    pub directions: Vec<(i8, i8)>,
    /// So many in a row; 0 for no such rule.
    pub row: u16,
    /// A square block of this side length.
    pub block: u16,
    /// So many on a line, with gaps.
    pub line: u16,
    /// Two regions to connect, by side.
    pub regions: [[SquareSet; 2]; 2],
    /// The result for the side that connects.
    pub verdict: Verdict,
}
