//! Unmoved pieces that take the place of others, which the general engine knows without asking.

use crate::definition::PieceSet;
use crate::state::Piece;

/// A piece that moves for the first time may be replaced, on the square that it leaves, by another piece of its
/// side that has not moved. There is no such act out of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replacement {
    /// By side, the kinds one of which must take part.
    pub with: [PieceSet; 2],
    /// Whether it may go with castling, to either of the two squares that are left.
    pub castling: bool,
}

impl Replacement {
    /// With one of these kinds, and not with castling.
    pub const fn of(with: [PieceSet; 2]) -> Replacement {
        Replacement {
            with,
            castling: false,
        }
    }

    /// Whether a piece makes it possible.
    pub(crate) fn takes_part(&self, piece: Piece) -> bool {
        self.with[piece.color.index()].contains(piece.role)
    }
}
