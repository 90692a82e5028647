//! Sets of pieces.

use super::piece_id::PieceId;
use crate::state::Role;

/// A set of pieces of one definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PieceSet([u64; WORDS]);

/// The number of words for the largest number of pieces of a variant.
const WORDS: usize = Role::MAX.div_ceil(64);

impl PieceSet {
    /// No piece.
    pub const NONE: PieceSet = PieceSet([0; WORDS]);
    /// Every piece.
    pub const ALL: PieceSet = PieceSet([u64::MAX; WORDS]);

    /// Whether the piece is in the set.
    #[inline]
    pub fn contains(&self, piece: impl Into<PieceId>) -> bool {
        let index = piece.into().index();
        let word = self.0.get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Adds a piece, unless it exceeds the largest number of pieces of a variant.
    pub fn insert(&mut self, piece: impl Into<PieceId>) {
        let index = piece.into().index();
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        *self == PieceSet::NONE
    }

    /// The pieces in order.
    pub fn iter(self) -> impl Iterator<Item = PieceId> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(index, word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 != 0);
            // PERF: most words are empty.
            let bits = (word != 0).then_some(bits);
            bits.into_iter()
                .flatten()
                .map(move |bit| PieceId::new(index * 64 + bit))
        })
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
