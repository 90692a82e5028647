//! Caches that are filled on first use, and their contents: the squares that a piece could reach or capture on.

use std::sync::OnceLock;

use crate::definition::{CaptureMethod, PieceSet, Reach, VariantDef};
use crate::geometry::{BoardShape, Square, SquareSet};
use crate::movement::Contents;
use crate::state::{CODES, Cell, Color, Piece, Role, code_of};

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

// The contents of squares from the view of a side, as path programs read them.

/// The contents of squares by board code, from the view of one side.
#[derive(Clone)]
pub(crate) struct Sight([Contents; CODES]);

impl Sight {
    /// The contents of a square with this code.
    #[inline]
    pub(crate) const fn of(&self, code: u16) -> Contents {
        // PERF: the remainder never changes the index, and saves the bounds check.
        self.0[code as usize % CODES]
    }
}

/// The views of both sides. `royal` is whether each role is royal.
pub(crate) fn sights(royal: &[bool]) -> Box<[Sight; 2]> {
    let sight = |us: Color| {
        let mut sight = [Contents::NONE; CODES];
        sight[code_of(Cell::Empty) as usize] = Contents::EMPTY;
        sight[code_of(Cell::Wall) as usize] = Contents::WALL;
        for (number, royal) in royal.iter().enumerate() {
            for color in Color::ALL {
                let role = Role::new(number);
                sight[code_of(Cell::Piece(Piece { color, role })) as usize] =
                    match (color == us, royal) {
                        (true, _) => Contents::FRIEND,
                        (false, true) => Contents::ROYAL,
                        (false, false) => Contents::COMMONER,
                    };
            }
        }
        Sight(sight)
    };
    Box::new(Color::ALL.map(sight))
}

// Capture methods that mimics borrow.

/// A method that mimics borrow from the pieces that they capture.
pub(crate) struct Borrowed {
    pub(crate) method: CaptureMethod,
    /// The pieces that have the method.
    pub(crate) of: PieceSet,
    /// One of them.
    pub(in crate::rules) model: Role,
}

/// The methods, other than actions, that mimics of a variant could borrow.
pub(crate) fn borrowed(def: &VariantDef) -> Vec<Borrowed> {
    let mut all: Vec<Borrowed> = Vec::new();
    for (number, _, piece) in def.numbered() {
        for method in (piece.captures.methods.iter()).filter(|method| is_borrowed(method)) {
            // The reach `own` depends on the piece.
            let is_own = method.reach() == Some(&Reach::Own);
            match all
                .iter_mut()
                .find(|found| found.method == *method && !is_own)
            {
                Some(known) => known.of.insert(number),
                None => all.push(Borrowed {
                    method: method.clone(),
                    of: PieceSet::from(number),
                    model: number.into(),
                }),
            }
        }
    }
    all
}

/// Whether mimics borrow a method.
#[inline]
pub(crate) const fn is_borrowed(method: &CaptureMethod) -> bool {
    !matches!(method, CaptureMethod::Midpoint | CaptureMethod::Mimic(_))
}
