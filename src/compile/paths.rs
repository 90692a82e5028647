//! Every path of a walk on an otherwise unknown board, with the conditions it depends on.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::walk::{Found, Probe, walk, walk_within};
use crate::geometry::{BoardShape, Perspective, Square};
use crate::movement::{Contents, Walk};
use crate::source::budget::spend;

/// A square and what it must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Condition {
    /// The square.
    pub square: Square,
    /// One of these must stand there.
    pub contents: Contents,
}

/// One way to make a walk: where it leads, and what the squares must hold for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// Where the piece stands that goes it: the origin, unless another one is made to.
    pub mover: Square,
    /// Where it leads.
    pub to: Square,
    /// What the target may hold and keep.
    pub pass: Contents,
    /// What the target may hold and lose.
    pub take: Contents,
    /// Whether the target must be an en passant square.
    pub en_passant: SmallVec<[Square; 1]>,
    /// Conditions on squares other than the target, in ascending order.
    pub conditions: SmallVec<[Condition; 4]>,
    /// Squares of pieces captured on the way, in order.
    pub taken: SmallVec<[Square; 2]>,
    /// Squares that become en passant squares.
    pub marks: SmallVec<[Square; 2]>,
    /// Where the piece captured last reappears.
    pub unload: Option<Square>,
    /// The moves of the piece on `to`, which is of the same side, follow instead of going there.
    pub borrows: bool,
}

/// More paths from one square than the limit.
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

/// All paths of `pattern` from `origin`, each once, in ascending order.
///
/// # Errors
/// If there are more than `limit`, or if they take too long to find.
pub fn paths(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    limit: usize,
) -> Result<Vec<Path>, PathLimitError> {
    let mut probe = Assumptions::new(shape, origin);
    let mut found: Vec<Path> = Vec::new();
    // The same path may be found several times, which matters only when there are too many.
    let mut room = limit.saturating_mul(2);
    let flow = walk_within(
        pattern,
        shape,
        owner,
        origin,
        &mut probe,
        limit.saturating_mul(LEGS_PER_PATH).max(LEGS_AT_LEAST),
        &mut |probe: &mut Assumptions, seen: &Found<'_>| {
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

/// Whether a walk from `origin` may lead to such an end, whatever must stand on the way. It looks no further than
/// the first one.
pub(crate) fn has_path(
    pattern: &Walk,
    shape: &BoardShape,
    owner: Perspective,
    origin: Square,
    is_wanted: impl Fn(&Found<'_>) -> bool,
) -> bool {
    let mut probe = Assumptions::new(shape, origin);
    let mut look = |probe: &mut Assumptions, seen: &Found<'_>| {
        let known = probe.known[seen.to.index()];
        let end = Found {
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

/// How many steps of the budget a path costs beside the squares that it depends on.
const PATH: u64 = 32;

/// How many legs may be begun for every path that is granted, those that lead nowhere included.
const LEGS_PER_PATH: usize = 16;

/// How many legs may be begun however small the limit is.
const LEGS_AT_LEAST: usize = 4096;

/// A probe that grants everything that does not contradict what was granted before.
struct Assumptions {
    /// What each square could hold before anything was granted.
    anything: Vec<Contents>,
    known: Vec<Contents>,
    granted: Vec<(Square, Contents)>,
    /// Where pieces stand that were made to move.
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
            // The first grant on a square has seen everything possible there before it.
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
