//! Counting the pieces when a game ends by points.

use super::piece_set::PieceSet;
use crate::definition::ByPiece;
use crate::geometry::Zone;

/// How the pieces on the board are counted when the game ends by points.
#[derive(Clone, Debug, PartialEq)]
pub struct PointCount {
    /// A side that is ahead by so many points has the advantage; otherwise the game is drawn.
    pub margin: u16,
    /// By number of the piece: what it counts, which is the first value that applies to it; nothing
    /// if none does.
    pub values: ByPiece<Vec<PointValue>>,
}

/// What a piece counts under some condition.
#[derive(Clone, Debug, PartialEq)]
pub struct PointValue {
    /// The points.
    pub points: u16,
    /// It must stand there.
    pub zone: Option<Zone>,
    /// The opponent must have more pieces on the board of the first set than of the second.
    pub more: Option<[PieceSet; 2]>,
}
