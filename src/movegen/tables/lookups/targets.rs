//! Targets by square: the interface of all lookups, and set-wise moves.

use smallvec::SmallVec;

use crate::geometry::{Square, SquareSet};
use crate::movegen::tables::bits::{Bits, Delta};
use crate::movegen::tables::paths::{Lists, RawPath, Wide, is_free};
use crate::rules::CompiledRules;

/// Maximum number of entries of one kernel's table.
pub(super) const TABLE_LIMIT: usize = 1 << 19;

/// A value for each square, indexed without a bounds check.
#[derive(Clone, Debug)]
pub(crate) struct BySquare<T, const N: usize>([[T; 64]; N]);

impl<T: Copy, const N: usize> BySquare<T, N> {
    pub(crate) fn new(filler: T, values: impl IntoIterator<Item = T>) -> Self {
        let mut table = [[filler; 64]; N];
        for (square, value) in values.into_iter().enumerate() {
            table[square >> 6][square & 63] = value;
        }
        BySquare(table)
    }

    pub(crate) fn at_mut(&mut self, square: usize) -> &mut T {
        &mut self.0[(square >> 6) % N][square & 63]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    #[inline(always)]
    pub(crate) fn at(&self, square: usize) -> &T {
        &self.0[(square >> 6) % N][square & 63]
    }
}

pub(crate) fn by_square<const N: usize>(
    rules: &CompiledRules,
    of: impl Fn(Square) -> SquareSet,
) -> BySquare<Bits<N>, N> {
    let all = (0..rules.shape.area()).map(|index| Square::new(index as u16));
    BySquare::new(
        Bits::NONE,
        all.map(|square| Bits::from_squares(&of(square))),
    )
}

/// Lookup of targets by square.
pub(crate) trait Targets<const N: usize> {
    /// The targets from `square`.
    fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N>;
}

impl<const N: usize> Targets<N> for BySquare<Bits<N>, N> {
    #[inline(always)]
    fn targets(&self, square: usize, _: &Bits<N>) -> Bits<N> {
        *self.at(square)
    }
}

pub(crate) fn base<const N: usize>(list: &[RawPath]) -> Bits<N> {
    let free = list.iter().filter(|path| is_free(path));
    free.map(|path| usize::from(path.to)).collect()
}

/// The conditions of one path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs<const N: usize> {
    pub(crate) empty: Bits<N>,
    pub(crate) occupied: Bits<N>,
}

impl<const N: usize> Needs<N> {
    pub(super) fn of(path: &RawPath) -> Needs<N> {
        Needs {
            empty: Bits::narrow(&path.empty),
            occupied: Bits::narrow(&path.occupied),
        }
    }

    /// Whether the path is open with the given occupancy.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupied: &Bits<N>) -> bool {
        (self.empty & *occupied).is_empty() && self.occupied.without(*occupied).is_empty()
    }
}

/// The subsets of a set of bits.
pub(super) fn subsets(set: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(0_usize), move |subset| {
        let next = subset.wrapping_sub(set) & set;
        (next != 0).then_some(next)
    })
}

/// Paths that depend on common squares, with these squares.
pub(super) struct Component<'list> {
    pub(super) squares: Wide,
    pub(super) paths: Vec<&'list RawPath>,
}

/// Splits the paths that have conditions into components without common squares.
pub(super) fn components(list: &[RawPath]) -> Vec<Component<'_>> {
    let mut found: Vec<Component<'_>> = Vec::new();
    for path in list.iter().filter(|path| !is_free(path)) {
        let squares = path.empty | path.occupied;
        let meets = |component: &Component<'_>| (component.squares & squares).any();
        let Some(home) = found.iter().position(meets) else {
            let paths = vec![path];
            found.push(Component { squares, paths });
            continue;
        };
        let mut index = home + 1;
        while index < found.len() {
            if meets(&found[index]) {
                let other = found.swap_remove(index);
                found[home].squares |= other.squares;
                found[home].paths.extend(other.paths);
            } else {
                index += 1;
            }
        }
        found[home].squares |= squares;
        found[home].paths.push(path);
    }
    found
}

// Set-wise moves: all pieces of a group make the same shift at once, as pawns do.

/// Maximum number of squares that a shift needs empty.
const WAY: usize = 5;

/// A move with the same offset from every square, for numerous pieces.
#[derive(Clone, Debug)]
pub(crate) struct Shift<const N: usize> {
    /// The offset from origin to target.
    pub(crate) delta: Delta,
    /// Origins from which the path exists.
    pub(crate) origins: Bits<N>,
    /// The offsets from squares that must be empty to the origin.
    way: [Option<Delta>; WAY],
    /// Whether the moves leave en passant marks.
    pub(crate) marks: bool,
    /// Targets with a promotion.
    pub(crate) zone: Bits<N>,
}

impl<const N: usize> Shift<N> {
    /// The targets of some of the pieces.
    #[inline(always)]
    pub(crate) fn targets(&self, pieces: Bits<N>, occupied: &Bits<N>) -> Bits<N> {
        let mut origins = pieces & self.origins;
        for back in self.way {
            let Some(back) = back else { break };
            origins = origins.without(occupied.shifted(back));
        }
        origins.shifted(self.delta)
    }
}

/// Whether shifts are faster than a lookup for each piece with this number of lookups. With `apart` moves are
/// promotions or leave marks, which costs extra.
pub(crate) fn are_worth_it<const N: usize>(
    shifts: &[Shift<N>],
    pieces: usize,
    look_ups: u32,
    apart: bool,
) -> bool {
    let shifting =
        |shift: &Shift<N>| 15 + 10 * N + shift.way.iter().flatten().count() * (2 + 5 * N);
    let each = 10 + 5 * N + look_ups as usize * (10 + 10 * N) + usize::from(apart) * 60;
    shifts.iter().map(shifting).sum::<usize>() < pieces * each
}

/// Converts lists to at most `limit` shifts, if possible. Marks are those of the whole side: moves without
/// marks may have the same offset.
pub(crate) fn shifts_of<const N: usize>(
    lists: &Lists,
    limit: usize,
    marks: Option<&[Vec<(u16, Bits<N>)>]>,
) -> Option<SmallVec<[Shift<N>; 2]>> {
    let mut found: SmallVec<[Shift<N>; 2]> = SmallVec::new();
    for (from, list) in lists.iter().enumerate() {
        for path in list {
            if path.occupied.any() {
                return None;
            }
            let delta = Delta::new(path.to as i32 - from as i32)?;
            let mut steps = Vec::new();
            path.empty
                .each(|square| steps.push(from as i32 - square as i32));
            let mut way = [None; WAY];
            if steps.len() > WAY {
                return None;
            }
            for (back, squares) in way.iter_mut().zip(steps) {
                *back = Some(Delta::new(squares)?);
            }
            let marks = marks.is_some_and(|marks| {
                let mut marks = marks[from].iter();
                marks.any(|(to, squares)| *to == path.to && squares.any())
            });
            let room = found.len() < limit;
            let known = found
                .iter_mut()
                .find(|shift| shift.delta == delta && shift.way == way && shift.marks == marks);
            match known {
                Some(shift) if shift.origins.has(from) => return None,
                Some(shift) => shift.origins |= Bits::single(from),
                None if room => {
                    found.push(Shift {
                        delta,
                        origins: Bits::single(from),
                        way,
                        marks,
                        zone: Bits::NONE,
                    });
                }
                None => return None,
            }
        }
    }
    // Two paths of one piece to the same target would be counted twice.
    let clash = found.iter().enumerate().any(|(index, shift)| {
        found[..index]
            .iter()
            .any(|other| other.delta == shift.delta && (other.origins & shift.origins).any())
    });
    (!clash).then_some(found)
}
