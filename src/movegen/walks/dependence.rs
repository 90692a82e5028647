//! On which squares it depends whether a piece captures something.

use crate::compile::Path;
use crate::geometry::{Square, SquareSet};
use crate::movement::Contents;

/// The squares on which it depends whether a piece, which does not capture something now, could come to do
/// so.
#[derive(Clone, Debug)]
pub(in crate::movegen) struct Dependence {
    /// All of them.
    pub(in crate::movegen) squares: SquareSet,
    /// Those among them where that could come about because a piece of the other side arrives on an empty
    /// square; on the rest a piece that arrives only stands in the way.
    pub(in crate::movegen) arrivals: SquareSet,
}

impl Dependence {
    /// Nothing matters.
    pub(in crate::movegen) const fn new() -> Dependence {
        Dependence {
            squares: SquareSet::new(),
            arrivals: SquareSet::new(),
        }
    }

    /// Adds a square where it matters who comes and who goes.
    pub(in crate::movegen) fn insert(&mut self, square: Square) {
        self.squares.insert(square);
        self.arrivals.insert(square);
    }

    /// Adds all of another one.
    pub(in crate::movegen) fn unite(&mut self, other: &Dependence) {
        self.squares.unite(&other.squares);
        self.arrivals.unite(&other.arrivals);
    }

    /// Adds a square where it matters that what it holds stays there.
    pub(super) fn rest_on(&mut self, square: Square, holds: Contents) {
        self.squares.insert(square);
        // Whoever comes to an occupied square captures there, or what stood there has left it.
        if holds == Contents::EMPTY {
            self.arrivals.insert(square);
        }
    }

    /// Adds the squares of a path of the piece. What stands on them is what it seems, unless
    /// `disguises` says that some pieces or empty squares count as nothing.
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
