//! Unmoved pieces that take the place of others, which the general engine knows without asking.

use crate::state::{Piece, Role};

/// A piece that moves for the first time may be replaced, on the square that it leaves, by another piece of its
/// side that has not moved. There is no such act out of check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replacement {
    /// By side, the kinds one of which must take part; all if `None`.
    pub with: Option<[Vec<Role>; 2]>,
    /// Whether it may go with castling, to either of the two squares that are left.
    pub castling: bool,
}

impl Replacement {
    /// With one of these kinds, and not with castling.
    pub const fn of(with: Option<[Vec<Role>; 2]>) -> Replacement {
        Replacement {
            with,
            castling: false,
        }
    }

    /// Whether a piece makes it possible.
    pub(crate) fn takes_part(&self, piece: Piece) -> bool {
        let mut with = self.with.iter();
        with.all(|with| with[piece.color.index()].contains(&piece.role))
    }
}
