//! Validation of reaches: whether a movement defines a set of squares. Also lines of equal steps.

use std::fmt;

use crate::compile::paths;
use crate::geometry::{BoardShape, Offset, Perspective, Square, Wrap, sorted};
use crate::movement::{Curve, Dialect, Initial, Inside, Movement, Pattern, Range, Turn, Walk};
use crate::source::{Code, Diagnostic, codes};

use super::variant::{MoveDef, Reach};

/// The error for a movement that is no reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReachError {
    /// It reaches no square.
    Nowhere,
    /// A part of it defines no squares; the name of the part.
    NoSquares(&'static str),
    /// It has more paths from one square than the limit.
    Endless {
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for ReachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReachError::Nowhere => f.write_str("the reach has no squares"),
            ReachError::NoSquares(what) => write!(f, "{what} cannot be part of a reach"),
            ReachError::Endless { limit } => {
                write!(f, "the reach has more than {limit} paths from one square")
            }
        }
    }
}

impl std::error::Error for ReachError {}

/// The maximum number of paths from one square that a reach may have.
pub(crate) const REACH_PATHS: usize = 2048;

impl Reach {
    /// Reads a reach in XBetza and checks it on a board. The error is the first finding.
    pub(crate) fn read_on(text: &str, shape: &BoardShape) -> Result<Reach, (Code, String)> {
        let read = Reach::read(text, Dialect::XBetza);
        if let Some(finding) = read.diagnostics.into_iter().find(Diagnostic::is_error) {
            return Err((finding.code, finding.message));
        }
        let checked = read.value.check(shape, None);
        checked.map_err(|error| (error.code(), error.to_string()))?;
        Ok(read.value)
    }

    /// Checks that it defines squares on boards of this shape. `own` contains the moves of the piece, for a reach of a
    /// single piece.
    ///
    /// # Errors
    /// If it defines no squares, or has too many paths.
    pub fn check(&self, shape: &BoardShape, own: Option<&[MoveDef]>) -> Result<(), ReachError> {
        match self {
            Reach::Around | Reach::Lines => Ok(()),
            Reach::Own => own.map_or(Ok(()), |moves| check_own(moves, shape)),
            Reach::Movement(text) => check_movement(&text.movement, shape),
        }
    }
}

impl ReachError {
    /// The code of its finding.
    pub(crate) const fn code(&self) -> Code {
        match self {
            ReachError::Nowhere | ReachError::NoSquares(_) => codes::BAD_REACH,
            ReachError::Endless { .. } => codes::ENDLESS_REACH,
        }
    }
}

fn check_movement(movement: &Movement, shape: &BoardShape) -> Result<(), ReachError> {
    if movement.is_empty() {
        return Err(ReachError::Nowhere);
    }
    for pattern in movement.patterns() {
        check_pattern(pattern, shape)?;
    }
    Ok(())
}

/// Checks the captures of a piece. Castling and drops do not capture; initial moves do.
fn check_own(moves: &[MoveDef], shape: &BoardShape) -> Result<(), ReachError> {
    let patterns = moves.iter().flat_map(|one| one.movement.patterns());
    let mut captures = false;
    for pattern in patterns {
        captures |= match pattern {
            Pattern::Castle(_) | Pattern::Placement(_) => continue,
            Pattern::Imitation(_) => true,
            Pattern::Universal(leap) => leap.relay || !leap.take.is_empty(),
            Pattern::Walk(walk) => (walk.legs.iter()).any(|leg| leg.relay || !leg.take.is_empty()),
        };
        match check_pattern(pattern, shape) {
            Ok(()) | Err(ReachError::NoSquares(FIRST_MOVE)) => {}
            fault => return fault,
        }
        if let Pattern::Walk(walk) = pattern {
            check_paths(walk, shape)?;
        }
    }
    if captures {
        Ok(())
    } else {
        Err(ReachError::Nowhere)
    }
}

const FIRST_MOVE: &str = "a first move";

fn check_pattern(pattern: &Pattern, shape: &BoardShape) -> Result<(), ReachError> {
    let (initial, relay) = match pattern {
        Pattern::Castle(_) => return Err(ReachError::NoSquares("castling")),
        Pattern::Placement(_) => return Err(ReachError::NoSquares("a drop")),
        Pattern::Imitation(_) => return Err(ReachError::NoSquares("an imitation")),
        Pattern::Universal(leap) => (leap.initial, leap.relay),
        Pattern::Walk(walk) => (walk.initial, walk.legs.iter().any(|leg| leg.relay)),
    };
    if initial != Initial::Any {
        return Err(ReachError::NoSquares(FIRST_MOVE));
    }
    if relay {
        return Err(ReachError::NoSquares("a borrowed move"));
    }
    match pattern {
        Pattern::Walk(walk) => check_paths(walk, shape),
        _ => Ok(()),
    }
}

fn check_paths(walk: &Walk, shape: &BoardShape) -> Result<(), ReachError> {
    // A walk of one leg has few paths on any board.
    if walk.legs.len() == 1 && walk.repeat.is_none() {
        return Ok(());
    }
    let limit = REACH_PATHS;
    for owner in [Perspective::White, Perspective::Black] {
        for square in shape.squares() {
            paths(walk, shape, owner, square, limit).map_err(|_| ReachError::Endless { limit })?;
        }
    }
    Ok(())
}

/// A leap, or a ride of equal steps in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Line {
    /// The step, as its owner sees it.
    pub step: Offset,
    /// Whether the step may be repeated.
    pub rides: bool,
}

impl Line {
    /// Reads leaps and rides in XBetza, such as `F` or `BDD`: a union of steps, each made once or any number of times.
    /// The result is sorted.
    pub(crate) fn read(text: &str) -> Result<Vec<Line>, (Code, String)> {
        let read = Movement::read(text, Dialect::XBetza);
        if let Some(finding) = read.diagnostics.into_iter().find(Diagnostic::is_error) {
            return Err((finding.code, finding.message));
        }
        let mut lines = Vec::new();
        for pattern in read.value.patterns() {
            let found = match pattern {
                Pattern::Walk(walk) => lines_of(walk),
                _ => None,
            };
            let Some(found) = found else {
                let message = format!("`{text}` is not a union of leaps and rides");
                return Err((codes::NOT_LEAPS, message));
            };
            lines.extend(found);
        }
        let mut lines = sorted(lines);
        // A ride includes the leap.
        let rides: Vec<Offset> = (lines.iter().filter(|line| line.rides))
            .map(|line| line.step)
            .collect();
        lines.retain(|line| line.rides || !rides.contains(&line.step));
        Ok(lines)
    }

    /// The squares that repeated steps reach, up to the edge of the board or a hole, for leaps as well as rides.
    pub fn squares(
        self,
        shape: &BoardShape,
        from: Square,
        owner: Perspective,
    ) -> impl Iterator<Item = Square> + '_ {
        let step = move |at: &Square| shape.step(*at, self.step, owner, Wrap::None);
        std::iter::successors(step(&from), step)
    }
}

fn lines_of(walk: &Walk) -> Option<Vec<Line>> {
    let [leg] = &walk.legs[..] else {
        return None;
    };
    let rides = match leg.range {
        Range::UpTo(1) => false,
        Range::Unlimited => true,
        _ => return None,
    };
    let is_plain = walk.initial == Initial::Any
        && walk.repeat.is_none()
        && leg.skip == 0
        && leg.inside == Inside::Anything
        && leg.curve == Curve::Straight
        && leg.wrap == Wrap::None
        && !(leg.en_passant || leg.edge || leg.iso || leg.unload || leg.marks || leg.relay);
    let Turn::Absolute(headings) = &leg.turn else {
        return None;
    };
    let headings = headings.intersection(leg.owned);
    let lines = headings.iter().map(|heading| Line {
        step: leg.step.offset(heading),
        rides,
    });
    is_plain.then(|| lines.collect())
}
