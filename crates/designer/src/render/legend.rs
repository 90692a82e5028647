//! The marks of pictures with their meanings, in the order of legends.

use smallvec::SmallVec;

use super::marks::{Mark, Marks, Requirements, Sign};
use ferz::geometry::{Square, sorted};

/// A mark as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    Both,
    Move,
    Capture,
    HopBoth,
    HopMove,
    HopCapture,
    FirstMove,
    FirstCapture,
    LocustMove,
    LocustCapture,
    EnPassant,
    Castling,
    Partner,
    Friend,
    Swap,
    Mount,
    Victim,
    Clear,
    Return,
    Relay,
    GoesOn,
}

impl Symbol {
    /// The meaning of the mark.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Symbol::Both => "move or capture",
            Symbol::Move => "move only",
            Symbol::Capture => "capture only",
            Symbol::HopBoth => "move or capture over a piece",
            Symbol::HopMove => "move over a piece",
            Symbol::HopCapture => "capture over a piece",
            Symbol::FirstMove => "first move only",
            Symbol::FirstCapture => "capture on the first move only",
            Symbol::LocustMove => "move that captures on the way",
            Symbol::LocustCapture => "capture that captures on the way too",
            Symbol::EnPassant => "en passant",
            Symbol::Castling => "castling",
            Symbol::Partner => "castling partner",
            Symbol::Friend => "capture of an own piece",
            Symbol::Swap => "swap of places with a piece",
            Symbol::Mount => "piece to hop over",
            Symbol::Victim => "captured on the way",
            Symbol::Clear => "must be empty",
            Symbol::Return => "may end where it began",
            Symbol::Relay => "own piece that moves on or lends its moves",
            Symbol::GoesOn => "goes on",
        }
    }

    /// Whether the mark is for a move to its square.
    pub(super) const fn is_arrival(self) -> bool {
        matches!(
            self,
            Symbol::Both
                | Symbol::Move
                | Symbol::Capture
                | Symbol::HopBoth
                | Symbol::HopMove
                | Symbol::HopCapture
                | Symbol::FirstMove
                | Symbol::FirstCapture
                | Symbol::LocustMove
                | Symbol::LocustCapture
        )
    }
}

/// The marks to draw on a square.
pub(super) fn symbols(mark: Mark) -> SmallVec<[Symbol; 4]> {
    let mut found = SmallVec::new();
    let quiet = mark.quiet.map(|demand| match demand {
        Requirements { initial: true, .. } => Symbol::FirstMove,
        Requirements { locust: true, .. } => Symbol::LocustMove,
        Requirements { hop: true, .. } => Symbol::HopMove,
        Requirements { .. } => Symbol::Move,
    });
    let capture = mark.capture.map(|demand| match demand {
        Requirements { initial: true, .. } => Symbol::FirstCapture,
        Requirements { locust: true, .. } => Symbol::LocustCapture,
        Requirements { hop: true, .. } => Symbol::HopCapture,
        Requirements { .. } => Symbol::Capture,
    });
    match (quiet, capture) {
        (Some(Symbol::Move), Some(Symbol::Capture)) => found.push(Symbol::Both),
        (Some(Symbol::HopMove), Some(Symbol::HopCapture)) => found.push(Symbol::HopBoth),
        (quiet, capture) => found.extend([quiet, capture].into_iter().flatten()),
    }
    found.extend(mark.signs().map(|sign| match sign {
        Sign::EnPassant => Symbol::EnPassant,
        Sign::Castling => Symbol::Castling,
        Sign::Partner => Symbol::Partner,
        Sign::Friend => Symbol::Friend,
        Sign::Swap => Symbol::Swap,
        Sign::Mount => Symbol::Mount,
        Sign::Victim => Symbol::Victim,
        Sign::Clear => Symbol::Clear,
        Sign::Return => Symbol::Return,
        Sign::Relay => Symbol::Relay,
    }));
    found
}

/// The marks that occur, in the order of legends.
pub(super) fn used(marks: &Marks) -> Vec<Symbol> {
    let squares = (0..marks.shape().area() as u16).map(Square::new);
    let mut found: Vec<Symbol> = squares
        .flat_map(|square| symbols(marks.mark(square)))
        .collect();
    if !marks.rays().is_empty() {
        found.push(Symbol::GoesOn);
    }
    sorted(found)
}
