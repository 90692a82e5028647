//! Caches that are filled on first use, and their contents: the squares that a piece could reach or capture on.

use std::sync::OnceLock;

use crate::geometry::{BoardShape, Square, SquareSet};

/// Values by side and square, each computed on first use.
pub(crate) struct LazyBySquare<T>(OnceLock<[Vec<OnceLock<T>>; 2]>);

impl<T> LazyBySquare<T> {
    /// The value for a square, which `make` computes.
    #[inline]
    pub(in crate::rules) fn get_or_make(
        &self,
        shape: &BoardShape,
        side: usize,
        square: Square,
        make: impl FnOnce() -> T,
    ) -> &T {
        let made = self.0.get();
        match made.and_then(|made| made[side][square.index()].get()) {
            Some(value) => value,
            None => self.make(shape, side, square, make),
        }
    }

    #[cold]
    fn make(
        &self,
        shape: &BoardShape,
        side: usize,
        square: Square,
        make: impl FnOnce() -> T,
    ) -> &T {
        let unknown = || (0..shape.area()).map(|_| OnceLock::new()).collect();
        let made = self.0.get_or_init(|| [unknown(), unknown()]);
        made[side][square.index()].get_or_init(make)
    }
}

impl<T> Default for LazyBySquare<T> {
    fn default() -> LazyBySquare<T> {
        LazyBySquare(OnceLock::new())
    }
}

/// The squares on which a role could ever capture from one square.
pub(crate) struct Coverage {
    /// The captures by movement.
    pub(in crate::rules) walks: SquareSet,
    /// By square: the way of capturing, movement first.
    pub(in crate::rules) by: Box<[Option<By>]>,
}

/// A way of capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// By its movement.
    Walks,
    /// By actions and capture methods.
    Otherwise,
}

/// The possible and the guaranteed actions of a piece from one square.
#[derive(Default)]
pub(crate) struct Scope {
    /// The squares on which it could capture on some board.
    pub(in crate::rules) possible_captures: SquareSet,
    /// The squares that it could reach in one move on some board.
    pub(crate) arrivals: SquareSet,
    /// The squares to which it can move whenever they are empty, in check or not.
    pub(in crate::rules) steps: SquareSet,
    /// The squares on which it captures a royal piece on any board.
    pub(in crate::rules) hits: SquareSet,
    /// The squares on which it captures another piece on any board, in check or not.
    pub(in crate::rules) certain_captures: SquareSet,
    /// The squares that it may reach by any number of its own moves.
    pub(in crate::rules) domain: OnceLock<SquareSet>,
}
