//! Options for custodial captures of surrounded pieces.

use crate::geometry::SquareSet;

/// The options for custodial captures.
#[derive(Clone, Debug, Default)]
pub(in crate::formats::fairy_stockfish) struct Custody {
    pub(in crate::formats::fairy_stockfish) opposite: bool,
    pub(in crate::formats::fairy_stockfish) intervene: bool,
    pub(in crate::formats::fairy_stockfish) edge: bool,
    /// The squares on which a piece must be surrounded.
    pub(in crate::formats::fairy_stockfish) whole: SquareSet,
    /// Squares that count as captors.
    pub(in crate::formats::fairy_stockfish) hostile: SquareSet,
}
