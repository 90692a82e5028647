//! Raw atoms: path lists with the same effects on the target.

use std::rc::Rc;

use super::path_lists::{Lists, Wide};

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
