//! Putting pieces from the hand on the board, and what they enclose there.

use super::words::worded;
use crate::definition::{ByPiece, PieceId};
use crate::geometry::{BoardShape, SquareSet};

/// Putting pieces from the hand on the board.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
pub struct DropRules {
    /// Whether drops are moves of their own (gating uses the rest of these rules as well).
    pub allowed: bool,
    /// By piece number and side: where it may be dropped.
    pub regions: ByPiece<[SquareSet; 2]>,
    /// Pieces may also be dropped as what they promote to.
    pub promoted: bool,
    /// The hand is never empty.
    pub free: bool,
    /// A kind of which a file may hold only so many when another is dropped.
    pub no_doubled: Option<(PieceId, u16)>,
    /// A kind whose pieces must stand on both colors of squares in equal numbers.
    pub opposite_colors: Option<PieceId>,
    /// Drops are mandatory while a piece of the kind (of any kind if `None`) is in hand.
    pub mandatory: Option<Option<PieceId>>,
    /// Drops must enclose something.
    pub enclosing: Option<Enclosing>,
    /// Squares that are filled first, whatever they enclose.
    pub enclosing_start: SquareSet,
    /// Whether a drop may give check.
    pub may_check: bool,
}

impl DropRules {
    /// Every piece goes to any empty square, and nothing else is asked.
    pub(in crate::definition) fn on_any_square(
        allowed: bool,
        n_pieces: usize,
        shape: &BoardShape,
    ) -> DropRules {
        let everywhere: SquareSet = shape.squares().collect();
        let region = [everywhere.clone(), everywhere];
        DropRules::within(allowed, ByPiece::repeat(region, n_pieces))
    }

    /// Pieces go to empty squares of their regions, and nothing else is asked.
    pub(in crate::definition) fn within(
        allowed: bool,
        regions: ByPiece<[SquareSet; 2]>,
    ) -> DropRules {
        DropRules {
            allowed,
            regions,
            promoted: false,
            free: false,
            no_doubled: None,
            opposite_colors: None,
            mandatory: None,
            enclosing: None,
            enclosing_start: SquareSet::new(),
            may_check: true,
        }
    }
}

/// What encloses what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enclosing {
    /// Lines of opposing pieces between two of one's own.
    Reversi,
    /// Neighbors.
    Ataxx,
    /// Neighbors, for moves or beside a friend.
    Quadwrangle,
    /// No opposing neighbor.
    Snort,
    /// Pushed in from an edge.
    AnySide,
    /// Pushed in from the top.
    Top,
}

worded! {
    Enclosing {
        "reversi" => Reversi
        "ataxx" => Ataxx
        "quadwrangle" => Quadwrangle
        "snort" => Snort
        "any-side" => AnySide
        "top" => Top
    }
}
