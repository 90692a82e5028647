//! Walls that players put on the board.

use super::words::worded;

/// Where walls go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Walling {
    /// Where the moved piece could move next.
    Arrow,
    /// Anywhere; the old wall vanishes.
    Duck,
    /// To the edge of what is left of the board.
    Edge,
    /// Where the piece came from.
    Past,
    /// Anywhere in the region.
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
