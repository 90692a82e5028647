//! Sets of pieces.

use crate::definition::PieceId;

/// A set of pieces of one definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PieceSet(u128);

impl PieceSet {
    /// No piece.
    pub const NONE: PieceSet = PieceSet(0);
    /// Every piece.
    pub const ALL: PieceSet = PieceSet(u128::MAX);

    /// Whether the piece is in the set.
    #[inline]
    pub fn contains(self, piece: impl Into<PieceId>) -> bool {
        let index = piece.into().index();
        index < 128 && self.0 >> index & 1 != 0
    }

    /// Adds a piece, unless it is beyond those that a variant can have.
    pub fn insert(&mut self, piece: impl Into<PieceId>) {
        let index = piece.into().index();
        if index < 128 {
            self.0 |= 1 << index;
        }
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pieces in their order.
    pub fn iter(self) -> impl Iterator<Item = PieceId> {
        let all = (0..128).map(PieceId::new);
        all.filter(move |piece| self.contains(*piece))
    }
}

impl FromIterator<PieceId> for PieceSet {
    fn from_iter<I: IntoIterator<Item = PieceId>>(pieces: I) -> PieceSet {
        let mut set = PieceSet::NONE;
        pieces.into_iter().for_each(|piece| set.insert(piece));
        set
    }
}

impl From<PieceId> for PieceSet {
    fn from(piece: PieceId) -> PieceSet {
        PieceSet::from_iter([piece])
    }
}
