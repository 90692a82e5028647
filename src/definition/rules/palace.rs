//! Squares at home that the other side wants to fill.

use crate::geometry::Zone;

/// Squares of each side at home. Who fills those of the other side wins at once, even in check.
#[derive(Clone, Debug, PartialEq)]
pub struct Palace {
    /// Each side's own squares.
    pub zone: Zone,
    /// The largest number of own pieces there, but for a move that captures a royal piece.
    pub limit: u16,
}
