//! Attacks by walks: captures on one square, and the squares on which they depend.

use crate::compile::{Path, Program};
use crate::geometry::{Square, SquareSet};
use crate::movegen::mover::Mover;
use crate::movement::{Contents, Pattern};
use crate::rules::{RoleMove, Sight};

use super::finder::any_walk;

/// Whether a piece could capture on `target` by these patterns.
pub(in crate::movegen) fn walks_hit(mover: &Mover<'_>, by: &[RoleMove], target: Square) -> bool {
    any_walk(mover, by, Some(target), |found| {
        found.to == target && !found.take.is_empty() || found.taken.contains(&target)
    })
}

/// Adds the squares on which the absence of a capture on `target` by the walks of a piece depends.
/// Returns `false` if a walk captures there, or if the dependence is unknown.
pub(in crate::movegen) fn walks_miss(
    mover: &Mover<'_>,
    target: Square,
    depends: &mut Dependence,
) -> bool {
    let reader = Reader::new(mover, target);
    mover.role().moves.iter().all(|role_move| {
        let hits = || walks_hit(mover, std::slice::from_ref(role_move), target);
        match reader.program(role_move) {
            // PERF: usually every path is blocked, and one blocking square for each is enough.
            Some(program) if !reader.disguises => program.hits(target).all(|path| {
                let is_closed = reader.rest(path, depends);
                is_closed || !hits()
            }),
            _ => !hits() && reader.read(role_move, None::<fn(Square) -> bool>, depends),
        }
    })
}

/// Adds the squares on which the walks depend that capture on `target` or end where `is_elsewhere` accepts. Returns
/// `false` if the dependence is unknown.
pub(in crate::movegen) fn walks_read(
    mover: &Mover<'_>,
    target: Square,
    is_elsewhere: Option<impl Fn(Square) -> bool>,
    depends: &mut Dependence,
) -> bool {
    let reader = Reader::new(mover, target);
    let mut moves = mover.role().moves.iter();
    moves.all(|role_move| reader.read(role_move, is_elsewhere.as_ref(), depends))
}

/// A piece whose walks to a square are analyzed for their dependence.
struct Reader<'a> {
    mover: &'a Mover<'a>,
    target: Square,
    sight: &'a Sight,
    /// Whether some pieces or empty squares count as absent.
    disguises: bool,
}

impl<'a> Reader<'a> {
    #[inline]
    fn new(mover: &'a Mover<'a>, target: Square) -> Reader<'a> {
        Reader {
            mover,
            target,
            sight: mover.rules.sight(mover.piece.color),
            disguises: !mover.sees_clearly(),
        }
    }

    #[inline]
    fn program(&self, role_move: &'a RoleMove) -> Option<&'a Program> {
        let (mover, owner) = (self.mover, self.mover.owner());
        let is_walk = matches!(role_move.pattern, Pattern::Walk(_));
        let program = is_walk.then(|| role_move.program(mover.rules, owner, mover.from));
        program.flatten()
    }

    /// Adds the dependence of a path. Returns whether it is blocked; then one blocking square is enough.
    #[inline]
    fn rest(&self, path: &Path, depends: &mut Dependence) -> bool {
        let codes = self.mover.setup.board.codes();
        let contents = |square: Square| {
            if square == self.mover.from {
                Contents::EMPTY
            } else {
                self.sight.of(codes[square.index()])
            }
        };
        let obstacle = if self.disguises {
            None
        } else {
            path.obstacle(contents)
        };
        match obstacle {
            Some((square, holds)) => depends.rest_on(square, holds),
            None => depends.add(path, self.disguises),
        }
        obstacle.is_some()
    }

    /// Adds the dependence of the walks of one pattern; returns `false` if it is unknown.
    fn read(
        &self,
        role_move: &RoleMove,
        is_elsewhere: Option<impl Fn(Square) -> bool>,
        depends: &mut Dependence,
    ) -> bool {
        match &role_move.pattern {
            Pattern::Castle(_) | Pattern::Placement(_) => return true,
            // A universal leap depends only on its target.
            Pattern::Universal(leap) => return is_elsewhere.is_none() && !leap.relay,
            Pattern::Imitation(_) => return false,
            Pattern::Walk(_) => {}
        }
        let Some(program) = self.program(role_move) else {
            return false;
        };
        for path in program.hits(self.target) {
            self.rest(path, depends);
        }
        if let Some(is_elsewhere) = &is_elsewhere {
            let paths = program.paths().iter();
            for path in paths.filter(|path| is_elsewhere(path.to)) {
                self.rest(path, depends);
            }
        }
        true
    }
}

/// The squares on which the absence of a capture on a target by a piece depends.
#[derive(Clone, Debug, Default)]
pub(in crate::movegen) struct Dependence {
    /// All squares.
    pub(in crate::movegen) squares: SquareSet,
    /// The squares among them on which the arrival of a piece of the other side on an empty square
    /// can open the attack; on the other squares, an arriving piece only blocks.
    pub(in crate::movegen) arrivals: SquareSet,
}

impl Dependence {
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
        let mut add = |square: Square, empty: Contents, occupied: Contents| {
            self.squares.insert(square);
            if disguises || occupied.meets(Contents::ENEMY) && !empty.meets(Contents::EMPTY) {
                self.arrivals.insert(square);
            }
        };
        for condition in &path.conditions {
            add(condition.square, condition.contents, condition.contents);
        }
        add(path.to, path.pass, path.take.union(path.pass));
    }
}
