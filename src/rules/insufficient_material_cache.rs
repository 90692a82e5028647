//! Which material has been found to be dead, and which not.

use std::sync::{PoisonError, RwLock};

use indexmap::IndexMap;

use super::insufficient_material::Material;
use crate::geometry::SquareSet;
use crate::state::Piece;

/// No more verdicts are remembered, which few games come near.
const MOST: usize = 4096;

/// Verdicts by pieces, each with the squares on which it may come to stand.
///
/// The last few pieces stay on the board for many moves, and mates with them are looked for in
/// milliseconds: without this, half the time of random games goes there.
#[derive(Default)]
pub(crate) struct DeadVerdicts(RwLock<IndexMap<Vec<(Piece, SquareSet)>, bool>>);

impl DeadVerdicts {
    /// The verdict on material, found if it is not known.
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
