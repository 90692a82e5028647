//! Leaps and slides: paths over empty squares up to the first obstacle.

use super::paths::Path;
use crate::geometry::{Square, SquareSet};
use crate::movement::Contents;

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
