//! Move generation by bitboards for pieces that only leap, slide, hop and run.

use crate::geometry::{Square, SquareSet};
use crate::movement::Contents;

use super::paths::{Path, Program};

/// The moves of a piece from one square of a board of up to 128 squares, if they only depend on the occupied squares:
/// the targets of all patterns together.
#[derive(Clone, Debug, Default)]
pub struct PlainMoves {
    /// The targets of leaps to empty squares.
    leaps: u128,
    /// The targets of captures by leaps.
    strikes: u128,
    rays: Vec<Ray>,
    runs: Vec<PlainRun>,
    /// The squares on which it could capture en passant.
    passing: u128,
}

/// A ray: squares in ascending or descending order of their numbers, passed one after the other.
#[derive(Clone, Copy, Debug)]
struct Ray {
    squares: u128,
    ascends: bool,
    /// Whether it begins after the first piece on it.
    hops: bool,
    /// The squares on which the piece may end, without and with a capture.
    goes: u128,
    takes: u128,
}

/// A run: a move over empty squares to an empty one, which may leave en passant squares.
#[derive(Clone, Copy, Debug)]
pub struct PlainRun {
    /// The number of the pattern, which determines whether the run is available.
    pub by: usize,
    /// The squares that must be empty, including the target.
    pub needs: u128,
    /// The target.
    pub to: u128,
    /// The en passant squares that it leaves.
    pub marks: u128,
}

impl PlainMoves {
    /// Adds the moves of a pattern's program, restricted to the squares in `ends` if given. `by` is the number of the
    /// pattern, and `always` is set if the pattern has only conditions on squares. Returns `false` if the moves have no
    /// such form.
    #[must_use]
    pub fn add(
        &mut self,
        program: &Program,
        (by, always): (usize, bool),
        ends: Option<&SquareSet>,
    ) -> bool {
        let ends = ends.map_or(u128::MAX, SquareSet::bits);
        for path in program.paths() {
            self.passing |= set_of(path.en_passant.iter().copied());
        }
        if program.all_runs() && (!always || program.lines(false).is_none()) {
            let runs = program.paths().iter().map(|path| PlainRun::new(path, by));
            self.runs.extend(runs.filter(|run| run.to & ends != 0));
            return true;
        }
        if !always {
            return program.paths().is_empty();
        }
        match program.lines(false) {
            Some(lines) => self.add_lines(lines, ends),
            None => self.add_hops(program.paths(), ends),
        }
    }

    fn add_lines(&mut self, lines: &Lines, ends: u128) -> bool {
        let Some([goes, takes]) = kinds(lines.targets()) else {
            return false;
        };
        for squares in lines.squares() {
            if let [square] = squares {
                let square = set_of([*square]) & ends;
                self.leaps |= square & goes;
                self.strikes |= square & takes;
            } else if let Some(ray) = Ray::new(squares, false, [goes & ends, takes & ends]) {
                self.rays.push(ray);
            } else {
                return false;
            }
        }
        true
    }

    /// Adds paths over exactly one piece on each of several lines.
    fn add_hops(&mut self, paths: &[Path], ends: u128) -> bool {
        let Some(first) = paths.first() else {
            return true;
        };
        let targets = first.pass.union(first.take);
        let is_quiet = (first.pass, first.take)
            == (
                targets.intersection(Contents::EMPTY),
                targets.intersection(Contents::ENEMY),
            );
        let Some([goes, takes]) = kinds(targets).filter(|_| is_quiet) else {
            return false;
        };
        // The longest sequences of squares, each with the number of paths that begin alike.
        let mut ways: Vec<(Vec<Square>, usize)> = Vec::new();
        for path in paths {
            let (true, Some(way)) = (
                (path.pass, path.take) == (first.pass, first.take),
                way_of(path),
            ) else {
                return false;
            };
            match ways.iter_mut().find(|(longest, _)| longest[0] == way[0]) {
                Some((longest, count)) => {
                    let common = longest.len().min(way.len());
                    if longest[..common] != way[..common] {
                        return false;
                    }
                    if way.len() > longest.len() {
                        *longest = way;
                    }
                    *count += 1;
                }
                None => ways.push((way, 1)),
            }
        }
        for (way, count) in ways {
            // A hopper can jump over each square except the last to each later square.
            let is_whole = count == way.len() * (way.len() - 1) / 2;
            match Ray::new(&way, true, [goes & ends, takes & ends]) {
                Some(ray) if is_whole => self.rays.push(ray),
                _ => return false,
            }
        }
        true
    }

    /// The targets for the given occupied squares and pieces of the other side, without runs.
    #[inline]
    #[must_use]
    pub fn targets(&self, occupied: u128, theirs: u128) -> u128 {
        let (mut goes, mut takes) = (self.leaps, self.strikes);
        for ray in &self.rays {
            let seen = ray.seen(occupied);
            goes |= seen & ray.goes;
            takes |= seen & ray.takes;
        }
        goes & !occupied | takes & theirs
    }

    /// The runs.
    #[inline]
    #[must_use]
    pub fn runs(&self) -> &[PlainRun] {
        &self.runs
    }

    /// The squares on which it could capture en passant, which are not among its targets.
    #[inline]
    #[must_use]
    pub const fn passing(&self) -> u128 {
        self.passing
    }
}

/// A program of only leaps, slides and hops, as sets of squares of a board of up to 128 squares, with its targets in
/// visiting order.
#[derive(Clone, Debug)]
pub struct Swept {
    moves: PlainMoves,
    order: Box<[Square]>,
}

impl Swept {
    /// `None` if the program has other moves, or reaches a square by several paths. En passant captures are omitted.
    pub(super) fn new(program: &Program) -> Option<Swept> {
        let fits = |square: Square| square.index() < u128::BITS as usize;
        let all_fit = program.paths().iter().all(|path| {
            let mut conditions = path.conditions.iter();
            fits(path.to) && conditions.all(|condition| fits(condition.square))
        });
        let mut moves = PlainMoves::default();
        if !all_fit || !moves.add(program, (0, true), None) || !moves.runs.is_empty() {
            return None;
        }
        let paths = program.in_order().filter(|path| path.en_passant.is_empty());
        let order: Vec<Square> = paths.map(|path| path.to).collect();
        let mut seen = SquareSet::new();
        let is_single = order.iter().all(|square| seen.insert(*square));
        is_single.then(|| Swept {
            moves,
            order: order.into_boxed_slice(),
        })
    }

    /// The targets, and the squares on which they depend: the targets change only if the occupancy
    /// of one of these squares changes.
    #[inline]
    pub fn targets_and_sight(&self, occupied: u128, theirs: u128) -> [u128; 2] {
        let PlainMoves {
            leaps,
            strikes,
            rays,
            ..
        } = &self.moves;
        let (mut goes, mut takes, mut sight) = (*leaps, *strikes, leaps | strikes);
        for ray in rays {
            let mut seen = ray.up_to_first(ray.squares, occupied);
            sight |= seen;
            if ray.hops {
                seen = ray.up_to_first(ray.squares & !seen, occupied);
                sight |= seen;
            }
            goes |= seen & ray.goes;
            takes |= seen & ray.takes;
        }
        [goes & !occupied | takes & theirs, sight]
    }

    /// The targets that are among some squares, in order.
    #[inline]
    pub fn in_order(&self, among: u128) -> impl Iterator<Item = Square> {
        let all = self.order.iter().copied();
        all.filter(move |square| among >> square.index() & 1 != 0)
    }
}

/// All squares or none for quiet moves and for captures, by the contents of targets; `None` if only some enemies can be
/// captured or other contents are targets.
fn kinds(targets: Contents) -> Option<[u128; 2]> {
    let all = |wanted: Contents| if targets.meets(wanted) { u128::MAX } else { 0 };
    let is_choosy = targets.meets(Contents::ENEMY) && !targets.includes(Contents::ENEMY)
        || !Contents::EMPTY.union(Contents::ENEMY).includes(targets);
    (!is_choosy).then(|| [all(Contents::EMPTY), all(Contents::ENEMY)])
}

fn set_of(squares: impl IntoIterator<Item = Square>) -> u128 {
    let squares = squares.into_iter();
    squares.fold(0, |set, square| set | 1 << square.index())
}

/// The squares of a path over exactly one piece, in order; `None` if they are not in ascending or descending order of
/// numbers, or if the path has other effects.
fn way_of(path: &Path) -> Option<Vec<Square>> {
    let is_plain = path.to != path.mover
        && path.en_passant.is_empty()
        && path.taken.is_empty()
        && path.marks.is_empty()
        && path.unload.is_none()
        && !path.borrows;
    let mut mounts = 0;
    for condition in &path.conditions {
        match condition.contents {
            Contents::EMPTY => {}
            Contents::OCCUPIED => mounts += 1,
            _ => return None,
        }
    }
    let mut way: Vec<Square> = path
        .conditions
        .iter()
        .map(|condition| condition.square)
        .collect();
    if path.to < path.mover {
        way.reverse();
    }
    way.push(path.to);
    (is_plain && mounts == 1).then_some(way)
}

impl Ray {
    /// `None` if the squares are neither in ascending nor in descending order of numbers.
    fn new(squares: &[Square], hops: bool, [goes, takes]: [u128; 2]) -> Option<Ray> {
        let ascends = squares.is_sorted_by(|a, b| a < b);
        let descends = squares.is_sorted_by(|a, b| a > b);
        let set = set_of(squares.iter().copied());
        (ascends || descends).then_some(Ray {
            squares: set,
            ascends,
            hops,
            goes: goes & set,
            takes: takes & set,
        })
    }

    /// The squares up to the first occupied one; for a ray that hops, those after the first occupied square up to the
    /// second.
    #[inline]
    const fn seen(&self, occupied: u128) -> u128 {
        if !self.hops {
            return self.up_to_first(self.squares, occupied);
        }
        let behind = self.squares & !self.up_to_first(self.squares, occupied);
        self.up_to_first(behind, occupied)
    }

    /// The given squares of the ray up to the first occupied one.
    #[inline]
    const fn up_to_first(&self, squares: u128, occupied: u128) -> u128 {
        let met = squares & occupied;
        if self.ascends {
            squares & (met ^ met.wrapping_sub(1))
        } else {
            squares & u128::MAX << (met | 1).ilog2()
        }
    }
}

impl PlainRun {
    fn new(path: &Path, by: usize) -> PlainRun {
        let to = set_of([path.to]);
        let passed = path.conditions.iter().map(|condition| condition.square);
        PlainRun {
            by,
            needs: set_of(passed) | to,
            to,
            marks: set_of(path.marks.iter().copied()),
        }
    }
}

// Leaps and slides: paths over empty squares up to the first obstacle.

/// Paths from one square along some lines, with all lengths.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The contents of possible targets.
    targets: Contents,
    lines: Vec<Line>,
}

/// The squares of a line in the order in which they are passed.
#[derive(Clone, Debug)]
struct Line {
    squares: Box<[Square]>,
    /// The first squares of the line as a set, by number of squares.
    beginnings: Box<[SquareSet]>,
}

impl Line {
    fn new(squares: Vec<Square>) -> Line {
        let beginning = |count: usize| squares[..count].iter().copied().collect();
        Line {
            beginnings: (0..=squares.len()).map(beginning).collect(),
            squares: squares.into_boxed_slice(),
        }
    }
}

impl Lines {
    /// The lines of the paths; `None` if the paths are not only slides and leaps.
    pub(super) fn new(paths: &[Path]) -> Option<Lines> {
        let Some(first) = paths.first() else {
            return Some(Lines {
                targets: Contents::NONE,
                lines: Vec::new(),
            });
        };
        let (pass, take) = (first.pass, first.take);
        let plain = |path: &Path| {
            (path.pass, path.take, path.mover) == (pass, take, first.mover)
                && path.to != path.mover
                && path.en_passant.is_empty()
                && path.taken.is_empty()
                && path.marks.is_empty()
                && path.unload.is_none()
                && !path.borrows
                && (path.conditions.iter()).all(|condition| condition.contents == Contents::EMPTY)
        };
        let goes = pass.union(Contents::EMPTY) == Contents::EMPTY;
        let takes = take.union(Contents::ENEMY) == Contents::ENEMY;
        if !goes || !takes || !paths.iter().all(plain) {
            return None;
        }
        let mut by_length: Vec<&Path> = paths.iter().collect();
        by_length.sort_by_key(|path| path.conditions.len());
        let mut lines: Vec<Vec<Square>> = Vec::new();
        for path in by_length {
            let needed = || path.conditions.iter().map(|condition| condition.square);
            if path.conditions.is_empty() {
                lines.push(vec![path.to]);
                continue;
            }
            let goes_on = |line: &&mut Vec<Square>| {
                line.len() == path.conditions.len() && needed().all(|square| line.contains(&square))
            };
            lines.iter_mut().find(goes_on)?.push(path.to);
        }
        Some(Lines {
            targets: pass.union(take),
            lines: lines.into_iter().map(Line::new).collect(),
        })
    }

    /// The contents of possible targets.
    pub(super) const fn targets(&self) -> Contents {
        self.targets
    }

    /// The squares of each line in the order in which they are passed.
    pub(super) fn squares(&self) -> impl Iterator<Item = &[Square]> {
        self.lines.iter().map(|line| &*line.squares)
    }

    /// Adds the targets of the open paths, given the contents of squares.
    #[inline]
    pub fn add_targets(&self, contents: impl Fn(Square) -> Contents, targets: &mut SquareSet) {
        let rests = self.targets.meets(Contents::EMPTY);
        for line in &self.lines {
            let mut passed = 0;
            let mut stands = Contents::EMPTY;
            for square in &line.squares {
                stands = contents(*square);
                if stands != Contents::EMPTY {
                    break;
                }
                passed += 1;
            }
            if rests {
                targets.unite(&line.beginnings[passed]);
            }
            if let Some(square) = line.squares.get(passed)
                && self.targets.meets(stands)
            {
                targets.insert(*square);
            }
        }
    }

    /// Visits the targets of the open paths, given the contents of squares.
    #[inline]
    pub fn sweep(&self, contents: impl Fn(Square) -> Contents, mut visit: impl FnMut(Square)) {
        for line in &self.lines {
            for square in &line.squares {
                let stands = contents(*square);
                if self.targets.meets(stands) {
                    visit(*square);
                }
                if stands != Contents::EMPTY {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::paths;
    use crate::geometry::{BoardShape, Perspective};
    use crate::movement::{Movement, Pattern};

    /// The targets by the program of each pattern, and by the combined sets.
    fn both(text: &str, from: Square, ours: &SquareSet, theirs: &SquareSet) -> [SquareSet; 2] {
        let shape = BoardShape::rectangle(12, 10).unwrap();
        let movement = Movement::new(text).unwrap();
        let contents = |square: Square| match (ours.contains(square), theirs.contains(square)) {
            (true, _) => Contents::FRIEND,
            (_, true) => Contents::COMMONER,
            _ => Contents::EMPTY,
        };
        let (mut plain, mut expected) = (PlainMoves::default(), SquareSet::new());
        for pattern in movement.patterns() {
            let Pattern::Walk(walk) = pattern else {
                panic!("{text} is more than a walk");
            };
            let found = paths(walk, &shape, Perspective::White, from, 1 << 12).unwrap();
            let program = Program::new(found).unwrap();
            assert!(plain.add(&program, (0, true), None), "{text}");
            let mut visited = Vec::new();
            let _ = program.run(contents, |path| {
                visited.push(path.to);
                std::ops::ControlFlow::<()>::Continue(())
            });
            if let Some(swept) = program.swept() {
                let (ours, theirs) = (ours.bits(), theirs.bits());
                let [targets, _] = swept.targets_and_sight(ours | theirs, theirs);
                assert!(swept.in_order(targets).eq(visited), "{text}");
            }
            let _ = program.run(contents, |path| {
                expected.insert(path.to);
                std::ops::ControlFlow::<()>::Continue(())
            });
        }
        let bits = plain.targets(ours.union(theirs).bits(), theirs.bits());
        let squares = shape.squares();
        let found = squares.filter(|square| bits >> square.index() & 1 != 0);
        [expected, found.collect()]
    }

    #[test]
    fn sets_have_the_targets_of_the_programs() {
        let shape = BoardShape::rectangle(12, 10).unwrap();
        for text in [
            "N", "Q", "mBcN", "cpQ", "mQcpQ", "mpR", "pB", "fmWfcF", "R3", "NN",
        ] {
            for from in [0, 11, 30, 65, 108, 119].map(Square::new) {
                for every in 2..7 {
                    let of = |rest: usize| -> SquareSet {
                        let squares = shape.squares().filter(|square| *square != from);
                        squares
                            .filter(|square| square.index() * 7 % every == rest)
                            .collect()
                    };
                    let [expected, found] = both(text, from, &of(0), &of(1));
                    assert_eq!(found, expected, "{text} {from:?} {every}");
                }
            }
        }
    }
}
