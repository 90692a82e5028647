//! Series of jumps and of steps, and the duty to make captures that such pieces threaten.

use super::special::PieceSet;
use crate::geometry::Offset;

/// Jumps over neighbors, one after the other: over friends first, then over opposing pieces, which
/// are captured.
#[derive(Clone, Debug, PartialEq)]
pub struct JumpSeries {
    /// Where a piece that is jumped over stands; the jump ends twice as far away. A series keeps
    /// to one of the lists.
    pub over: Vec<Vec<Offset>>,
    /// Whether friends may be jumped over, before the first capture.
    pub friends: bool,
    /// Whether a square on which a piece can be captured en passant counts as that piece.
    pub en_passant: bool,
    /// Opposing pieces that must be captured when a jump has brought the piece beside them.
    pub must_take: PieceSet,
    /// Captured pieces stay in the way until the series has ended.
    pub remove_at_end: bool,
}

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

/// The same leap over empty squares several times in a row, as a first move. The piece can be
/// captured en passant on every square on which it did not stay.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The leaps to choose from.
    pub leaps: Vec<Offset>,
    /// At most so many, and at least two.
    pub steps: u8,
}
