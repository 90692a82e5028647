//! Pieces that must be captured while they are threatened.

use super::piece_set::PieceSet;

/// Pieces that must be captured, by whatever piece, while some of one's pieces threaten them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureDuty {
    /// The kinds that must be captured.
    pub of: PieceSet,
    /// The kinds whose captures make the duty: for a series of jumps, the first jump counts.
    pub by: PieceSet,
    /// Whether captures by a piece that jumps in series count where they are no jumps.
    pub steps: bool,
}
