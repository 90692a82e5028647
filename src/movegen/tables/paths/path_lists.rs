//! Path lists: the paths from each square of an unknown board.

use std::fmt;
use std::rc::Rc;

use crate::geometry::{Offset, Perspective, Square, Wrap};
use crate::movegen::tables::bits::Bits;
use crate::rules::CompiledRules;

/// A set of up to 256 squares, while tables are compiled.
pub(crate) type Wide = Bits<4>;

/// One path from a square: its target, and the squares that must be empty and occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RawPath {
    pub(crate) to: u16,
    pub(crate) empty: Wide,
    pub(crate) occupied: Wide,
}

/// Path lists by origin.
pub(crate) type Lists = Vec<Vec<RawPath>>;

#[inline]
pub(crate) fn is_free(path: &RawPath) -> bool {
    (path.empty | path.occupied).is_empty()
}

/// Whether no path has conditions.
pub(crate) fn depends_on_nothing(lists: &Lists) -> bool {
    lists.iter().flatten().all(is_free)
}

/// Sorts lists to a normal form and removes duplicates.
pub(super) fn tidy(lists: &mut Lists) {
    for list in lists {
        list.sort_unstable();
        list.dedup();
    }
}

/// The reversed lists: from each target to its origins.
pub(crate) fn reversed(lists: &Lists) -> Lists {
    let mut turned: Lists = vec![Vec::new(); lists.len()];
    for (from, list) in lists.iter().enumerate() {
        for path in list {
            turned[path.to as usize].push(RawPath {
                to: from as u16,
                ..*path
            });
        }
    }
    for list in &mut turned {
        list.sort_unstable();
    }
    turned
}

/// The paths between facing kings.
pub(crate) fn open_lines(rules: &CompiledRules) -> Lists {
    let shape = &rules.shape;
    let unit = i16::from(shape.unit());
    let mut lists = vec![Vec::new(); shape.area()];
    for from in shape.squares() {
        for (dx, dy) in [(0, unit), (unit, 0), (0, -unit), (-unit, 0)] {
            let next = |square: Square| {
                shape.step(square, Offset { dx, dy }, Perspective::White, Wrap::None)
            };
            let mut empty = Wide::NONE;
            let mut at = next(from);
            while let Some(to) = at {
                lists[from.index()].push(RawPath {
                    to: to.index() as u16,
                    empty,
                    occupied: Wide::NONE,
                });
                if shape.vanishing().contains(to) {
                    break;
                }
                empty |= Bits::single(to.index());
                at = next(to);
            }
        }
        lists[from.index()].sort_unstable();
    }
    lists
}

// Raw atoms: path lists with the same effects on the target.

/// The possible effects of a path on its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a set of four independent things, each with a name"
)]
pub(crate) struct Mode {
    /// A move to an empty square.
    pub(crate) quiet: bool,
    /// A capture of a non-royal piece.
    pub(crate) capture: bool,
    /// An attack on a royal piece.
    pub(crate) royal: bool,
    /// An en passant capture by a move to the passed square.
    pub(crate) en_passant: bool,
}

impl Mode {
    pub(crate) fn both(self, other: Mode) -> Mode {
        Mode {
            quiet: self.quiet && other.quiet,
            capture: self.capture && other.capture,
            royal: self.royal && other.royal,
            en_passant: self.en_passant && other.en_passant,
        }
    }

    pub(crate) fn without(self, other: Mode) -> Mode {
        Mode {
            quiet: self.quiet && !other.quiet,
            capture: self.capture && !other.capture,
            royal: self.royal && !other.royal,
            en_passant: self.en_passant && !other.en_passant,
        }
    }
}

/// A part of a role's moves with the same mode. Roles with equal moves share the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawAtom {
    pub(crate) mode: Mode,
    pub(crate) lists: Rc<Lists>,
}

/// A run with en passant marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) squares: Wide,
    /// Whether it can end on an empty square, and whether it can capture.
    pub(crate) by: [bool; 2],
}

/// All atoms of one role and color.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoleAtoms {
    pub(crate) atoms: Vec<RawAtom>,
    pub(crate) marks: Vec<Mark>,
}

impl RoleAtoms {
    /// Whether a move from a square to another leaves marks: a quiet move (`manner` 0) or a capture (1).
    pub(super) fn is_marked(&self, manner: usize, from: u16, to: u16) -> bool {
        let mut marks = self.marks.iter();
        marks.any(|mark| (mark.from, mark.to) == (from, to) && mark.by[manner])
    }

    /// The number of paths of a manner from a square to another.
    pub(super) fn n_paths(&self, manner: usize, from: u16, to: u16) -> usize {
        n_paths(&self.atoms, manner, from, to)
    }

    /// Whether the role has marks, but not for all its moves from a square to another.
    pub(crate) fn mixes_marks(&self, from: u16, to: u16) -> bool {
        let silent =
            |manner| self.n_paths(manner, from, to) > 0 && !self.is_marked(manner, from, to);
        !self.marks.is_empty() && (silent(0) || silent(1))
    }
}

/// The number of paths of a manner from a square to another.
pub(super) fn n_paths(atoms: &[RawAtom], manner: usize, from: u16, to: u16) -> usize {
    let goes = |mode: Mode| [mode.quiet, mode.capture][manner];
    let atoms = atoms.iter().filter(|atom| goes(atom.mode));
    let paths = atoms.flat_map(|atom| &atom.lists[from as usize]);
    paths.filter(|path| path.to == to).count()
}

// The reason why a variant has no tables.

/// The reason why a variant has no tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declined(pub(crate) String);

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) fn declined<T>(what: &str) -> Result<T, Declined> {
    Err(Declined(what.to_owned()))
}
