//! Paths of a walk on a board with unknown contents, with their conditions.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::walk::{CompletedWalk, Probe, walk, walk_within};
use crate::geometry::{BoardShape, Perspective, Square};
use crate::movement::{Contents, Walk};
use crate::source::budget::spend;

/// A condition on the contents of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Condition {
    /// The square.
    pub square: Square,
    /// The permitted contents.
    pub contents: Contents,
}

/// One path of a walk: its end, and its conditions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// The square of the moving piece: the origin, unless a relay moves another piece.
    pub mover: Square,
    /// The target.
    pub to: Square,
    /// The contents of the target without a capture.
    pub pass: Contents,
    /// The contents that are captured on the target.
    pub take: Contents,
    /// The squares that must be en passant squares.
    pub en_passant: SmallVec<[Square; 1]>,
    /// Conditions on squares other than the target, in ascending order.
    pub conditions: SmallVec<[Condition; 4]>,
    /// Squares of pieces captured on the way, in order.
    pub taken: SmallVec<[Square; 2]>,
    /// Squares that become en passant squares.
    pub marks: SmallVec<[Square; 2]>,
    /// The square on which the piece captured last reappears.
    pub unload: Option<Square>,
    /// Whether the mover has the moves of the piece on `to`, which is of its own side, instead of moving there.
    pub borrows: bool,
}

/// The error for more paths from one square than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathLimitError {
    /// The limit.
    pub limit: usize,
}

impl fmt::Display for PathLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a piece has more than {} paths from one square",
            self.limit
        )
    }
}

impl std::error::Error for PathLimitError {}

/// All paths of `pattern` from `origin`, without duplicates and in ascending order.
///
/// # Errors
/// If there are more than `limit`, or if the search exceeds its budget.
pub fn paths(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    limit: usize,
) -> Result<Vec<Path>, PathLimitError> {
    let mut probe = Assumptions::new(shape, origin);
    let mut found: Vec<Path> = Vec::new();
    // Duplicate paths only matter if there are too many.
    let mut room = limit.saturating_mul(2);
    let flow = walk_within(
        pattern,
        shape,
        owner,
        origin,
        &mut probe,
        limit.saturating_mul(LEGS_PER_PATH).max(LEGS_AT_LEAST),
        &mut |probe: &mut Assumptions, seen: &CompletedWalk<'_>| {
            if spend(PATH + 2 * probe.granted.len() as u64).is_err() {
                return ControlFlow::Break(());
            }
            found.push(Path {
                mover: seen.mover,
                to: seen.to,
                pass: seen.pass.intersection(probe.known[seen.to.index()]),
                take: seen.take.intersection(probe.known[seen.to.index()]),
                en_passant: SmallVec::from_slice(seen.en_passant),
                conditions: probe.conditions(seen.to),
                taken: SmallVec::from_slice(seen.taken),
                marks: SmallVec::from_slice(seen.marks),
                unload: seen.unload,
                borrows: seen.borrows,
            });
            if found.len() > room {
                found.sort_unstable();
                found.dedup();
                if found.len() > limit {
                    return ControlFlow::Break(());
                }
                room = found.len().saturating_add(limit);
            }
            ControlFlow::Continue(())
        },
    );
    if flow.is_break() || probe.gave_up {
        return Err(PathLimitError { limit });
    }
    found.sort_unstable();
    found.dedup();
    if found.len() > limit {
        return Err(PathLimitError { limit });
    }
    Ok(found)
}

/// Whether some path from `origin` ends as `is_wanted` requires, whatever its conditions. The
/// search stops at the first one.
pub fn has_path(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    is_wanted: impl Fn(&CompletedWalk<'_>) -> bool,
) -> bool {
    let mut probe = Assumptions::new(shape, origin);
    let mut look = |probe: &mut Assumptions, seen: &CompletedWalk<'_>| {
        let known = probe.known[seen.to.index()];
        let end = CompletedWalk {
            pass: seen.pass.intersection(known),
            take: seen.take.intersection(known),
            ..*seen
        };
        if is_wanted(&end) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    walk(pattern, shape, owner, origin, &mut probe, &mut look).is_break()
}

/// Steps of the budget for one path, in addition to its squares.
const PATH: u64 = 32;

/// The number of legs that may be begun for each path of the limit, including failed ones.
const LEGS_PER_PATH: usize = 16;

/// The number of legs that may be begun for any limit.
const LEGS_AT_LEAST: usize = 4096;

/// A probe that grants every assumption without a contradiction to earlier ones.
struct Assumptions {
    /// The possible contents of each square before any assumption.
    anything: Vec<Contents>,
    known: Vec<Contents>,
    granted: Vec<(Square, Contents)>,
    /// The squares of relay pieces that have become the mover.
    relays: Vec<Square>,
    gave_up: bool,
}

impl Assumptions {
    fn new(shape: &BoardShape, origin: Square) -> Self {
        let mut known = vec![Contents::ANY; shape.area()];
        for square in shape.vanishing() {
            known[square.index()] = Contents::ANY
                .union(Contents::ABSENT)
                .difference(Contents::EMPTY);
        }
        let anything = known.clone();
        known[origin.index()] = Contents::EMPTY;
        Assumptions {
            anything,
            known,
            granted: Vec::new(),
            relays: Vec::new(),
            gave_up: false,
        }
    }

    fn conditions(&self, target: Square) -> SmallVec<[Condition; 4]> {
        let mut conditions: SmallVec<[Condition; 4]> = SmallVec::new();
        for (square, before) in &self.granted {
            let anything = self.anything[square.index()];
            // Each square counts once, at its first assumption; `known` also contains the later
            // ones.
            if *square == target || *before != anything {
                continue;
            }
            let contents = if self.relays.contains(square) {
                Contents::FRIEND
            } else {
                self.known[square.index()]
            };
            if contents != anything {
                conditions.push(Condition {
                    square: *square,
                    contents,
                });
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }
}

impl Probe for Assumptions {
    fn assume(&mut self, square: Square, allowed: Contents) -> bool {
        let before = self.known[square.index()];
        let now = before.intersection(allowed);
        if now.is_empty() {
            return false;
        }
        self.granted.push((square, before));
        self.known[square.index()] = now;
        true
    }

    fn release(&mut self) {
        if let Some((square, before)) = self.granted.pop() {
            self.known[square.index()] = before;
        }
    }

    fn assume_en_passant(&mut self, square: Square) -> bool {
        self.assume(square, Contents::EMPTY)
    }

    fn hand_over(&mut self, from: Square, to: Square) -> bool {
        if !self.assume(to, Contents::FRIEND) {
            return false;
        }
        for (square, contents) in [(from, Contents::FRIEND), (to, Contents::EMPTY)] {
            self.granted.push((square, self.known[square.index()]));
            self.known[square.index()] = contents;
        }
        self.relays.push(to);
        true
    }

    fn hand_back(&mut self, _from: Square) {
        self.relays.pop();
        (0..3).for_each(|_| self.release());
    }

    fn is_settled(&self) -> bool {
        false
    }

    fn give_up(&mut self) {
        self.gave_up = true;
    }
}
