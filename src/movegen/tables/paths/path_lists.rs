//! Path lists: the paths from each square of an unknown board, with their cache.

use std::fmt;
use std::rc::Rc;

use crate::compile::{Path, PathLimitError, paths};
use crate::geometry::{Headings, Offset, Perspective, Square, Wrap};
use crate::movement::{Range, Turn, Walk};
use crate::rules::CompiledRules;
use crate::state::Color;

use super::atoms::RawAtom;

/// A set of up to 256 squares, while tables are compiled.
pub(crate) type Wide = [u64; 4];

/// One path from a square: its target, and the squares that must be empty and occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RawPath {
    pub(crate) to: u16,
    pub(crate) empty: Wide,
    pub(crate) occupied: Wide,
}

/// Path lists by origin.
pub(crate) type Lists = Vec<Vec<RawPath>>;

pub(crate) fn wide(squares: impl IntoIterator<Item = Square>) -> Wide {
    let mut bits = [0; 4];
    for square in squares {
        bits[square.index() >> 6] |= 1 << (square.index() & 63);
    }
    bits
}

#[inline]
pub(crate) fn meets(a: &Wide, b: &Wide) -> bool {
    (0..4).any(|i| a[i] & b[i] != 0)
}

#[inline]
pub(crate) fn union(a: &Wide, b: &Wide) -> Wide {
    std::array::from_fn(|i| a[i] | b[i])
}

#[inline]
pub(crate) fn has(region: &Wide, path: &RawPath) -> bool {
    region[path.to as usize >> 6] >> (path.to & 63) & 1 != 0
}

#[inline]
pub(crate) fn is_free(path: &RawPath) -> bool {
    path.empty == [0; 4] && path.occupied == [0; 4]
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
            let mut empty = [0; 4];
            let mut at = next(from);
            while let Some(to) = at {
                lists[from.index()].push(RawPath {
                    to: to.index() as u16,
                    empty,
                    occupied: [0; 4],
                });
                if shape.vanishing().contains(to) {
                    break;
                }
                empty[to.index() >> 6] |= 1 << (to.index() & 63);
                at = next(to);
            }
        }
        lists[from.index()].sort_unstable();
    }
    lists
}

// Cache of paths and path lists during compilation of the tables.

/// Maximum number of paths from one square.
const PATH_LIMIT: usize = 4096;

/// Results for walks, shared by all roles.
///
/// A walk whose first headings are symmetric under a half turn has the same paths for both colors, because
/// Black's headings are White's after a half turn and later turns are relative.
#[derive(Default)]
pub(crate) struct PathCache {
    known: Vec<(Walk, Option<Color>, BySquarePaths)>,
    /// The atoms of walks.
    atoms: Vec<(Walk, Option<Color>, Vec<RawAtom>)>,
    /// Two lists and their union.
    fused: Vec<[Rc<Lists>; 3]>,
    /// Two lists, and whether a path of each can be the same move.
    crossed: Vec<([Rc<Lists>; 2], bool)>,
}

type BySquarePaths = Vec<Option<Rc<Vec<Path>>>>;

/// The color for a walk whose paths depend on it.
fn color_of(walk: &Walk, color: Color) -> Option<Color> {
    (!is_half_turn_symmetric(walk)).then_some(color)
}

impl PathCache {
    /// The index of a walk's paths.
    pub(crate) fn place(&mut self, rules: &CompiledRules, walk: &Walk, color: Color) -> usize {
        let color = color_of(walk, color);
        let mut known = self.known.iter();
        known
            .position(|(known, by, _)| *by == color && known == walk)
            .unwrap_or_else(|| {
                self.known
                    .push((walk.clone(), color, vec![None; rules.shape.area()]));
                self.known.len() - 1
            })
    }

    /// The paths of the walk with an index from one square.
    pub(crate) fn paths(
        &mut self,
        rules: &CompiledRules,
        place: usize,
        color: Color,
        origin: Square,
    ) -> Result<Rc<Vec<Path>>, PathLimitError> {
        let (walk, _, found) = &mut self.known[place];
        if let Some(found) = &found[origin.index()] {
            return Ok(Rc::clone(found));
        }
        let all = paths(walk, &rules.shape, color.perspective(), origin, PATH_LIMIT)?;
        let all = Rc::new(all);
        found[origin.index()] = Some(Rc::clone(&all));
        Ok(all)
    }

    /// Stores the atoms of a walk without zones and marks.
    pub(crate) fn keep(&mut self, walk: Walk, color: Color, atoms: Vec<RawAtom>) {
        let color = color_of(&walk, color);
        self.atoms.push((walk, color, atoms));
    }

    /// The stored atoms of a walk.
    pub(crate) fn atoms(&self, walk: &Walk, color: Color) -> Option<&Vec<RawAtom>> {
        let color = color_of(walk, color);
        let mut known = self.atoms.iter();
        known
            .find(|(known, by, _)| *by == color && known == walk)
            .map(|(.., atoms)| atoms)
    }

    /// Whether two atoms can contain the same move. Attacks on royal pieces are not moves.
    pub(super) fn overlap(&mut self, a: &RawAtom, b: &RawAtom) -> bool {
        let shared = a.mode.both(b.mode);
        if !(shared.quiet || shared.capture || shared.en_passant) {
            return false;
        }
        let same = |[first, other]: &[Rc<Lists>; 2]| {
            Rc::ptr_eq(first, &a.lists) && Rc::ptr_eq(other, &b.lists)
        };
        if let Some((_, crossed)) = self.crossed.iter().find(|(pair, _)| same(pair)) {
            return *crossed;
        }
        let crossed = cross(&a.lists, &b.lists);
        let pair = [Rc::clone(&a.lists), Rc::clone(&b.lists)];
        self.crossed.push((pair, crossed));
        crossed
    }

    /// The union of two lists.
    pub(crate) fn fuse(&mut self, first: &Rc<Lists>, other: &Rc<Lists>) -> Rc<Lists> {
        let mut known = self.fused.iter();
        if let Some([.., both]) =
            known.find(|[a, b, _]| Rc::ptr_eq(a, first) && Rc::ptr_eq(b, other))
        {
            return Rc::clone(both);
        }
        let mut both = Lists::clone(first);
        for (list, more) in both.iter_mut().zip(other.iter()) {
            list.extend_from_slice(more);
        }
        tidy(&mut both);
        let both = Rc::new(both);
        self.fused
            .push([Rc::clone(first), Rc::clone(other), Rc::clone(&both)]);
        both
    }
}

/// Whether a path of each can be the same move.
fn cross(first: &Lists, other: &Lists) -> bool {
    first.iter().zip(other).any(|(a, b)| {
        let mut targets = [0u64; 4];
        for path in a {
            targets[path.to as usize >> 6] |= 1 << (path.to & 63);
        }
        let common = |path: &&RawPath| targets[path.to as usize >> 6] >> (path.to & 63) & 1 != 0;
        b.iter().filter(common).any(|other| {
            a.iter().any(|path| {
                path.to == other.to
                    && !meets(&path.empty, &other.occupied)
                    && !meets(&other.empty, &path.occupied)
            })
        })
    })
}

fn is_half_turn_symmetric(walk: &Walk) -> bool {
    let turned = |set: Headings| {
        set.iter()
            .map(|heading| heading.turned(4))
            .collect::<Headings>()
    };
    let symmetric_start = match walk.legs.first().map(|leg| &leg.turn) {
        Some(Turn::Absolute(set)) => turned(*set) == *set,
        _ => false,
    };
    symmetric_start && walk.legs.iter().all(|leg| leg.range != Range::ToMiddle)
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
