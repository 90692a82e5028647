//! Drops between squares and points.

use crate::definition::ByPiece;
use crate::geometry::Zone;

/// Captured pieces change boards: what is captured on the squares goes to the captor's pocket, from
/// where it may be put on a point, and what is captured on the points goes to its hand, from where
/// it may be put on a square.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubleDrop {
    /// By number of the piece: where it may be put; everywhere if there is no entry.
    pub zones: ByPiece<Option<Zone>>,
}
