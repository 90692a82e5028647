//! Path lists: the paths from each square of an unknown board.

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
