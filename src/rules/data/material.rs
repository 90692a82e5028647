//! Material on the board, and the cache of verdicts on insufficient material.

use std::sync::{PoisonError, RwLock};

use indexmap::IndexMap;

use crate::geometry::SquareSet;
use crate::state::Piece;

/// A piece with the squares that it may reach.
pub(crate) struct PlacedPiece {
    pub(crate) piece: Piece,
    pub(crate) domain: SquareSet,
}

/// The material on the board.
pub(crate) struct Material {
    /// The only royal pieces of White and Black.
    pub(crate) kings: [PlacedPiece; 2],
    pub(crate) others: Vec<PlacedPiece>,
}

/// The capacity of the cache, which few games exhaust.
const MOST: usize = 4096;

/// Verdicts by material: pieces with the squares that they may reach.
///
/// The last few pieces stay on the board for many moves, and a search for mates takes milliseconds.
/// Without the cache, it takes half the time of random games.
#[derive(Default)]
pub(crate) struct InsufficientMaterialCache(RwLock<IndexMap<Vec<(Piece, SquareSet)>, bool>>);

impl InsufficientMaterialCache {
    /// The cached verdict on the material, computed on a miss.
    pub(crate) fn of(&self, material: &Material, find: impl FnOnce() -> bool) -> bool {
        let men = material.kings.iter().chain(&material.others);
        let mut key: Vec<(Piece, SquareSet)> =
            men.map(|man| (man.piece, man.domain.clone())).collect();
        key.sort_by_key(|(piece, _)| *piece);
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(verdict) = known.get(&key) {
            return *verdict;
        }
        drop(known);
        let verdict = find();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST {
            known.insert(key, verdict);
        }
        verdict
    }
}
