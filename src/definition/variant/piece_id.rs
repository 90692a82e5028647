//! Pieces of a definition by number, lists with an entry for each piece, and sets of pieces.

use std::ops::{Deref, DerefMut};

use crate::state::Role;

/// A piece of one definition: its index in [`VariantDef::pieces`](super::VariantDef::pieces).
///
/// [`VariantDef::piece_id`](super::VariantDef::piece_id) finds it by name, and
/// [`VariantDef::piece`](super::VariantDef::piece) returns its piece. It is only valid for that definition; in the
/// compiled variant the piece has the [`Role`] with the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(u32);

impl PieceId {
    /// The piece with this index.
    #[inline]
    pub const fn new(index: usize) -> PieceId {
        PieceId(index as u32)
    }

    /// Its index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for PieceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "piece{}", self.0)
    }
}

#[doc(hidden)]
impl From<Role> for PieceId {
    #[inline]
    fn from(role: Role) -> PieceId {
        PieceId::new(role.index())
    }
}

#[doc(hidden)]
impl From<PieceId> for Role {
    /// # Panics
    /// If the number is too large for a variant, which compiling refuses.
    #[inline]
    fn from(piece: PieceId) -> Role {
        Role::new(piece.index())
    }
}

/// A value for each piece of a definition, or an empty list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByPiece<T>(Vec<T>);

impl<T> ByPiece<T> {
    /// The same value for `n_pieces` pieces.
    pub fn repeat(value: T, n_pieces: usize) -> ByPiece<T>
    where
        T: Clone,
    {
        ByPiece(vec![value; n_pieces])
    }

    /// An empty list.
    pub const fn new() -> ByPiece<T> {
        ByPiece(Vec::new())
    }

    /// The value of a piece, if any.
    #[inline]
    pub fn get(&self, piece: impl Into<PieceId>) -> Option<&T> {
        self.0.get(piece.into().index())
    }

    /// Replaces the value of a piece that has one.
    pub fn set(&mut self, piece: PieceId, value: T) {
        if let Some(place) = self.0.get_mut(piece.index()) {
            *place = value;
        }
    }

    /// The pieces with their values, by value.
    pub(in crate::definition) fn into_pairs(self) -> impl Iterator<Item = (PieceId, T)> {
        let all = self.0.into_iter().enumerate();
        all.map(|(index, value)| (PieceId::new(index), value))
    }

    /// The pieces with their values.
    pub fn pairs(&self) -> impl Iterator<Item = (PieceId, &T)> {
        let all = self.0.iter().enumerate();
        all.map(|(index, value)| (PieceId::new(index), value))
    }
}

impl<T> Default for ByPiece<T> {
    fn default() -> ByPiece<T> {
        ByPiece::new()
    }
}

/// The values in order.
impl<T> Deref for ByPiece<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for ByPiece<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<'a, T> IntoIterator for &'a ByPiece<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.iter()
    }
}

impl<T> FromIterator<T> for ByPiece<T> {
    /// The values of all pieces in order.
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> ByPiece<T> {
        ByPiece(values.into_iter().collect())
    }
}

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
