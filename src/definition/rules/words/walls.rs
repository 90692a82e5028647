//! Walls that players place on the board.

use super::macros::worded;

/// The squares on which walls may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Walling {
    /// A square to which the moved piece could move next.
    Arrow,
    /// Any square; the old wall is removed.
    Duck,
    /// A square at the edge of the remaining board.
    Edge,
    /// The origin of the moved piece.
    Past,
    /// Any square in the region.
    Static,
}

worded! {
    Walling {
        "arrow" => Arrow
        "duck" => Duck
        "edge" => Edge
        "past" => Past
        "static" => Static
    }
}
