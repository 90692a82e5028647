//! Paths of a walk on a board with unknown contents, and the programs that test them.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::geometry::{BoardShape, Perspective, Square};
use crate::movement::{Contents, Walk};
use crate::source::budget::spend;

use super::plain::{Lines, Swept};
use super::walk::{CompletedWalk, Probe, walk, walk_within};

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
            let condition = Condition {
                square: *square,
                contents,
            };
            if contents != anything
                && let Err(place) = conditions.binary_search(&condition)
            {
                conditions.insert(place, condition);
            }
        }
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

// Programs: decision trees of the paths of a pattern from one square, which test shared conditions
// once.

/// All paths from one square as a decision tree: a failed condition skips every path that needs it.
#[derive(Clone, Debug)]
pub struct Program {
    steps: Vec<Step>,
    paths: Vec<Path>,
    /// The lines, if the paths are only leaps and slides.
    lines: Option<Lines>,
    /// The lines of the other paths, if some paths capture en passant and the others are only leaps and slides.
    lines_of_others: Option<Lines>,
    /// Whether there are paths and all of them capture en passant.
    passing: bool,
    /// Whether there are paths and all of them are runs over empty squares, which may leave en passant squares.
    running: bool,
    /// The squares on which a path captures, with the number of the path, in ascending order.
    hits: Vec<(Square, u32)>,
    /// The paths as sets, computed on first use.
    swept: OnceLock<Option<Box<Swept>>>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Continue if the contents of the square are in `allowed`, otherwise with step number `otherwise`.
    Test {
        square: Square,
        allowed: Contents,
        otherwise: u32,
    },
    /// All conditions of the path hold, except that of its target.
    Accept(u32),
}

impl Program {
    /// The maximum number of conditions of a path.
    pub const CONDITIONS: usize = u64::BITS as usize;

    /// Arranges paths from one square; `None` if one of them has more than [`Program::CONDITIONS`] conditions.
    pub fn new(paths: Vec<Path>) -> Option<Program> {
        let fits = |path: &Path| path.conditions.len() <= Program::CONDITIONS;
        if !paths.iter().all(fits) {
            return None;
        }
        let mut hits: Vec<(Square, u32)> = Vec::new();
        for (number, path) in (0..).zip(&paths) {
            if !path.take.is_empty() {
                hits.push((path.to, number));
            }
            hits.extend(path.taken.iter().map(|square| (*square, number)));
        }
        hits.sort_unstable();
        hits.dedup();
        let open = (0..).zip(&paths).map(|(number, path)| Open {
            number,
            asked: 0,
            left: path.conditions.len(),
        });
        let open = open.collect();
        let passes = |path: &Path| !path.en_passant.is_empty();
        // PERF: the paths are only copied if some capture en passant, which is rare.
        let others: Option<Vec<Path>> = paths.iter().any(passes).then(|| {
            let others = paths.iter().filter(|path| !passes(path));
            others.cloned().collect()
        });
        let mut program = Program {
            steps: Vec::new(),
            lines: Lines::new(&paths),
            lines_of_others: others.as_deref().and_then(Lines::new),
            passing: others.is_some_and(|others| others.is_empty()),
            running: !paths.is_empty() && paths.iter().all(Path::all_runs),
            paths,
            hits,
            swept: OnceLock::new(),
        };
        program.arrange(open);
        Some(program)
    }

    /// Adds the steps of some paths: first those without untested conditions, then those that share the most common
    /// condition, then the rest.
    fn arrange(&mut self, mut open: Vec<Open>) {
        loop {
            open.retain(|open_path| {
                if open_path.left == 0 {
                    self.steps.push(Step::Accept(open_path.number));
                }
                open_path.left > 0
            });
            let Some((square, allowed)) = self.commonest(&open) else {
                return;
            };
            let (mut with, mut without) = (Vec::new(), Vec::new());
            for mut open_path in open {
                if let Some(at) = self.position(&open_path, square, allowed) {
                    open_path.asked |= 1 << at;
                    open_path.left -= 1;
                    with.push(open_path);
                } else {
                    without.push(open_path);
                }
            }
            let ask = self.steps.len();
            self.steps.push(Step::Test {
                square,
                allowed,
                otherwise: 0,
            });
            self.arrange(with);
            let end = self.steps.len() as u32;
            if let Step::Test { otherwise, .. } = &mut self.steps[ask] {
                *otherwise = end;
            }
            open = without;
        }
    }

    /// The index of an untested condition in an open path.
    fn position(&self, open_path: &Open, square: Square, allowed: Contents) -> Option<usize> {
        let conditions = &self.paths[open_path.number as usize].conditions;
        conditions.iter().enumerate().position(|(at, condition)| {
            open_path.asked & 1 << at == 0
                && condition.square == square
                && condition.contents == allowed
        })
    }

    /// The most common untested condition of the paths.
    fn commonest(&self, open: &[Open]) -> Option<(Square, Contents)> {
        let mut all: Vec<(Square, Contents)> = Vec::new();
        for open_path in open {
            let conditions = self.paths[open_path.number as usize].conditions.iter();
            let asked = conditions
                .enumerate()
                .filter(|(at, _)| open_path.asked & 1 << at == 0);
            all.extend(asked.map(|(_, condition)| (condition.square, condition.contents)));
        }
        all.sort_unstable();
        let longest = all.chunk_by(|a, b| a == b).max_by_key(|same| same.len())?;
        longest.first().copied()
    }

    /// Whether all paths capture en passant.
    #[inline]
    pub fn all_en_passant(&self) -> bool {
        self.passing
    }

    /// Whether all paths are runs over empty squares, which may leave en passant squares.
    #[inline]
    pub fn all_runs(&self) -> bool {
        self.running
    }

    /// Visits every path whose conditions hold, given the contents of squares.
    #[inline]
    pub fn run<B>(
        &self,
        contents: impl Fn(Square) -> Contents,
        mut visit: impl FnMut(&Path) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match step {
                Step::Test {
                    square,
                    allowed,
                    otherwise,
                } => {
                    if !allowed.meets(contents(*square)) {
                        at = *otherwise as usize;
                    }
                }
                Step::Accept(number) => {
                    let path = &self.paths[*number as usize];
                    if path.pass.union(path.take).meets(contents(path.to)) {
                        visit(path)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The paths that capture the piece on `target`, whatever their other conditions.
    #[inline]
    pub fn hits(&self, target: Square) -> impl Iterator<Item = &Path> {
        let first = self.hits.partition_point(|(square, _)| *square < target);
        self.hits[first..]
            .iter()
            .take_while(move |(square, _)| *square == target)
            .map(|(_, number)| &self.paths[*number as usize])
    }

    /// The squares on which a path captures, in ascending order, possibly with duplicates.
    pub fn targets(&self) -> impl Iterator<Item = Square> + '_ {
        self.hits.iter().map(|(square, _)| *square)
    }

    /// The lines of the paths, if they are only leaps and slides. Without possible en passant captures, paths that
    /// capture en passant are ignored.
    #[inline]
    pub const fn lines(&self, may_pass: bool) -> Option<&Lines> {
        match &self.lines_of_others {
            Some(lines) if !may_pass => Some(lines),
            _ => self.lines.as_ref(),
        }
    }

    /// The paths in visiting order.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &Path> {
        self.steps.iter().filter_map(|step| match step {
            Step::Test { .. } => None,
            Step::Accept(number) => Some(&self.paths[*number as usize]),
        })
    }

    /// The paths as sets of squares, if possible. En passant captures are omitted.
    #[inline]
    pub fn swept(&self) -> Option<&Swept> {
        let swept = self.swept.get_or_init(|| Swept::new(self).map(Box::new));
        swept.as_deref()
    }

    /// All paths.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }
}

impl Path {
    /// Whether the path is a run over empty squares to an empty one, without other effects than en passant squares.
    fn all_runs(&self) -> bool {
        let is_empty = |contents: Contents| contents == Contents::EMPTY;
        is_empty(self.pass)
            && self.take.is_empty()
            && self.to != self.mover
            && self.taken.is_empty()
            && self.en_passant.is_empty()
            && self.unload.is_none()
            && !self.borrows
            && (self.conditions.iter()).all(|condition| is_empty(condition.contents))
    }

    /// Whether its conditions hold, including that of its target.
    pub fn is_open(&self, contents: impl Fn(Square) -> Contents) -> bool {
        self.pass.union(self.take).meets(contents(self.to))
            && self
                .conditions
                .iter()
                .all(|condition| condition.contents.meets(contents(condition.square)))
    }
}

impl Path {
    /// A square that obstructs the path, with its contents; `None` if the path is open. As long as these contents do
    /// not change, the path remains obstructed.
    ///
    /// A friend of the piece is preferred, because the other side can only capture it.
    pub fn obstacle(&self, contents: impl Fn(Square) -> Contents) -> Option<(Square, Contents)> {
        let mut found = None;
        for condition in &self.conditions {
            let stands = contents(condition.square);
            if !condition.contents.meets(stands) {
                if stands == Contents::FRIEND {
                    return Some((condition.square, stands));
                }
                found = found.or(Some((condition.square, stands)));
            }
        }
        let stands = contents(self.to);
        let ends = self.pass.union(self.take).meets(stands);
        found.or((!ends).then_some((self.to, stands)))
    }
}

/// A path that is not completely arranged.
struct Open {
    number: u32,
    /// The tested conditions, as bits.
    asked: u64,
    left: usize,
}
