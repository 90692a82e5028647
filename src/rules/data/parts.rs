//! Parts of compiled rules: material, the record of a game, and squares that may be entered only for captures.

use std::sync::{OnceLock, PoisonError, RwLock};

use indexmap::IndexMap;

use crate::geometry::{BoardShape, Compass, Perspective, Square, SquareSet, Zone};
use crate::state::{Move, Piece, Setup};

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

/// The history of a game.
pub(crate) trait Record {
    /// The number of moves made.
    fn n_moves(&self) -> usize;

    /// The setup this many moves ago, from 1 to [`n_moves`](Record::n_moves).
    fn setup(&self, ago: usize) -> &Setup;

    /// The move that led to the setup this many moves ago; `None` for the start.
    fn made(&self, ago: usize) -> Option<&Move>;
}

/// The zone of squares that may be entered only for captures that are impossible otherwise.
pub(crate) struct CaptureOnly {
    zone: Zone,
    /// By owner and origin: the targets that a piece can reach without entering the zone.
    open: [Vec<OnceLock<SquareSet>>; 2],
}

impl CaptureOnly {
    /// The union of the zones of rules, if any rule has one.
    pub(crate) fn of(zones: impl Iterator<Item = Zone>, shape: &BoardShape) -> Option<CaptureOnly> {
        let union =
            |one: Zone, other: Zone| Zone::by_side(|side| one.of(side).union(other.of(side)));
        let unknown = || (0..shape.area()).map(|_| OnceLock::new()).collect();
        Some(CaptureOnly {
            zone: zones.reduce(union)?,
            open: [unknown(), unknown()],
        })
    }

    /// The targets that a piece can reach without entering the zone, at its end or on its way.
    pub(crate) fn open_targets(
        &self,
        compass: &Compass,
        owner: Perspective,
        from: Square,
    ) -> &SquareSet {
        self.open[owner as usize][from.index()].get_or_init(|| {
            let all = (0..self.open[0].len() as u16).map(Square::new);
            all.filter(|to| self.n_entered(compass, owner, [from, *to]) == 0)
                .collect()
        })
    }

    /// The number of squares of the zone that a piece enters by moving from one square to another.
    pub(crate) fn n_entered(
        &self,
        compass: &Compass,
        owner: Perspective,
        [from, to]: [Square; 2],
    ) -> usize {
        let zone = self.zone.of(owner);
        let counts = |square: Square| usize::from(zone.contains(square));
        let Some(way) = compass.bearing(from, to) else {
            return if from == to { 0 } else { counts(to) };
        };
        let [files, ranks] = compass.apart(from, to);
        let entered = compass.ray(from, way).take(usize::from(files.max(ranks)));
        entered.map(counts).sum()
    }
}
