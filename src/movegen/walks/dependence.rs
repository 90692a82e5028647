//! Dependence of an attack on squares.

use crate::compile::Path;
use crate::geometry::{Square, SquareSet};
use crate::movement::Contents;

/// The squares on which the absence of a capture on a target by a piece depends.
#[derive(Clone, Debug)]
pub(in crate::movegen) struct Dependence {
    /// All squares.
    pub(in crate::movegen) squares: SquareSet,
    /// The squares among them on which the arrival of a piece of the other side on an empty square
    /// can open the attack; on the other squares, an arriving piece only blocks.
    pub(in crate::movegen) arrivals: SquareSet,
}

impl Dependence {
    /// No dependence.
    pub(in crate::movegen) const fn new() -> Dependence {
        Dependence {
            squares: SquareSet::new(),
            arrivals: SquareSet::new(),
        }
    }

    /// Adds a square where any change matters.
    pub(in crate::movegen) fn insert(&mut self, square: Square) {
        self.squares.insert(square);
        self.arrivals.insert(square);
    }

    /// Adds all squares of another dependence.
    pub(in crate::movegen) fn unite(&mut self, other: &Dependence) {
        self.squares.unite(&other.squares);
        self.arrivals.unite(&other.arrivals);
    }

    /// Adds a square whose contents must not change.
    pub(super) fn rest_on(&mut self, square: Square, holds: Contents) {
        self.squares.insert(square);
        // On an occupied square an arrival is a capture, or follows a departure; both are departures.
        if holds == Contents::EMPTY {
            self.arrivals.insert(square);
        }
    }

    /// Adds the squares of a path. With `disguises` some pieces or empty squares count as absent, so that any
    /// change matters.
    pub(super) fn add(&mut self, path: &Path, disguises: bool) {
        let opens = |empty: Contents, occupied: Contents| {
            disguises || occupied.meets(Contents::ENEMY) && !empty.meets(Contents::EMPTY)
        };
        let target = (path.to, opens(path.pass, path.take.union(path.pass)));
        let conditions = (path.conditions.iter()).map(|condition| {
            (
                condition.square,
                opens(condition.contents, condition.contents),
            )
        });
        for (square, opens) in conditions.chain([target]) {
            self.squares.insert(square);
            if opens {
                self.arrivals.insert(square);
            }
        }
    }
}
