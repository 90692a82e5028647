//! Replacement by unmoved pieces, which the general engine performs without calling the rule.

use crate::definition::PieceSet;
use crate::state::Piece;

/// A piece that moves for the first time may be replaced, on the square that it leaves, by another
/// unmoved piece of its side. Replacement is illegal as an answer to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replacement {
    /// The kinds of each side that make a replacement possible: the moving piece or the replacing
    /// one must belong to them.
    pub with: [PieceSet; 2],
    /// Whether castling may include a replacement, on either of the two squares that are left.
    pub castling: bool,
}

impl Replacement {
    /// Replacement with one of these kinds, and not with castling.
    pub const fn of(with: [PieceSet; 2]) -> Replacement {
        Replacement {
            with,
            castling: false,
        }
    }

    /// Whether a piece makes a replacement possible.
    pub(crate) fn takes_part(&self, piece: Piece) -> bool {
        self.with[piece.color.index()].contains(piece.role)
    }
}
