//! Places between squares: what they mean for royal pieces, and drops from one kind to the other.

use crate::definition::ByPiece;
use crate::geometry::Zone;

/// What points mean for royal pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointRules {
    /// Whether a royal piece may change between squares and points while it is in check.
    pub in_check: bool,
    /// Whether a checkmate on a point counts as a stalemate.
    pub mate_is_stalemate: bool,
}

/// Captured pieces change boards: what is captured on the squares goes to the captor's pocket, from
/// where it may be put on a point, and what is captured on the points goes to its hand, from where
/// it may be put on a square.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubleDrop {
    /// By number of the piece: where it may be put; everywhere if there is no entry.
    pub zones: ByPiece<Option<Zone>>,
}
