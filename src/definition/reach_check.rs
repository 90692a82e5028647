//! Validation of reaches: whether a movement defines a set of squares.

use std::fmt;

use super::variant::{MoveDef, Reach};
use crate::compile::paths;
use crate::geometry::{BoardShape, Perspective};
use crate::movement::{Dialect, Initial, Movement, Pattern, Walk};
use crate::source::{Code, Diagnostic, codes};

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
