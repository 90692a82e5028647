//! Cache of insufficient-material verdicts.

use std::sync::{PoisonError, RwLock};

use indexmap::IndexMap;

use super::insufficient_material::Material;
use crate::geometry::SquareSet;
use crate::state::Piece;

/// The capacity of the cache, which few games exhaust.
const MOST: usize = 4096;

/// Verdicts by material: pieces with the squares that they may reach.
///
/// The last few pieces stay on the board for many moves, and a search for mates takes milliseconds.
/// Without the cache, it takes half the time of random games.
#[derive(Default)]
pub(crate) struct DeadVerdicts(RwLock<IndexMap<Vec<(Piece, SquareSet)>, bool>>);

impl DeadVerdicts {
    /// The cached verdict on the material, computed on a miss.
    pub(super) fn of(&self, material: &Material, find: impl FnOnce() -> bool) -> bool {
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
