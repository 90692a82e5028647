//! Kernels: how an atom's targets are looked up from the occupied squares.
//!
//! A kernel is made from path lists by evaluating their conditions for every occupancy that can
//! matter; it knows nothing of directions, so nothing is ever walked backwards or mirrored. The
//! same maker turns the lists around and gives the squares from which a square is attacked.

use super::atoms::{Lists, RawPath, Wide};
use super::bits::{Bits, pdep, pext};

/// The most squares that one look-up may depend on.
const LOOKUP_LIMIT: u32 = 12;

/// Look-ups that share a square are merged while they depend on at most this many squares.
const MERGE_LIMIT: [u32; 5] = [0, 10, 8, 6, 5];

/// The most entries of one kernel's table.
const TABLE_LIMIT: usize = 1 << 19;

/// How targets are found.
#[derive(Debug)]
pub(crate) enum Kernel<const N: usize> {
    /// No conditions: one load.
    Leaper(Vec<Bits<N>>),
    /// Targets by occupancy: a few loads.
    Lookup(Lookups<N>),
    /// Path by path.
    List(Alternatives<N>),
}

/// Occupancy-indexed tables.
#[derive(Debug)]
pub(crate) struct Lookups<const N: usize> {
    /// Unconditional targets by square.
    base: Vec<Bits<N>>,
    /// Range of `parts` by square.
    ranges: Vec<(u32, u32)>,
    parts: Vec<Part<N>>,
    table: Vec<Bits<N>>,
}

#[derive(Clone, Copy, Debug)]
struct Part<const N: usize> {
    mask: [u64; N],
    shift: [u8; N],
    offset: u32,
}

/// Paths grouped by target.
#[derive(Debug)]
pub(crate) struct Alternatives<const N: usize> {
    base: Vec<Bits<N>>,
    ranges: Vec<(u32, u32)>,
    paths: Vec<ListPath<N>>,
}

#[derive(Clone, Copy, Debug)]
struct ListPath<const N: usize> {
    empty: Bits<N>,
    occupied: Bits<N>,
    to: u16,
    /// Paths to skip when this one is open: the other ways to the same target.
    skip: u16,
}

impl<const N: usize> Kernel<N> {
    /// Makes the best kernel for these lists.
    pub(crate) fn new(lists: &Lists) -> Kernel<N> {
        if lists.iter().flatten().all(is_free) {
            return Kernel::Leaper(lists.iter().map(|list| base(list)).collect());
        }
        match Lookups::new(lists) {
            Some(lookups) => Kernel::Lookup(lookups),
            None => Kernel::List(Alternatives::new(lists)),
        }
    }

    /// The targets from `square`.
    #[inline(always)]
    pub(crate) fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N> {
        match self {
            Kernel::Leaper(table) => table[square],
            Kernel::Lookup(lookups) => lookups.targets(square, occupied),
            Kernel::List(list) => list.targets(square, occupied),
        }
    }

    /// A word for it and its size in bytes.
    pub(crate) fn describe(&self) -> (&'static str, usize) {
        let size = size_of::<Bits<N>>();
        match self {
            Kernel::Leaper(table) => ("leaper", table.len() * size),
            Kernel::Lookup(lookups) => (
                "lookup",
                lookups.table.len() * size + lookups.parts.len() * size_of::<Part<N>>(),
            ),
            Kernel::List(list) => ("list", list.paths.len() * size_of::<ListPath<N>>()),
        }
    }
}

fn is_free(path: &RawPath) -> bool {
    path.empty == [0; 4] && path.occupied == [0; 4]
}

fn base<const N: usize>(list: &[RawPath]) -> Bits<N> {
    list.iter()
        .filter(|path| is_free(path))
        .fold(Bits::NONE, |set, path| set | Bits::one(path.to as usize))
}

fn union(a: &Wide, b: &Wide) -> Wide {
    std::array::from_fn(|i| a[i] | b[i])
}

fn count(set: &Wide) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// Paths that depend on common squares, with those squares.
struct Component {
    squares: Wide,
    paths: Vec<RawPath>,
}

/// Splits paths into components that share no square, then merges small ones.
fn components(list: &[RawPath], merge_limit: u32) -> Vec<Component> {
    let mut found: Vec<Component> = Vec::new();
    for path in list.iter().filter(|path| !is_free(path)) {
        let mut mine = Component {
            squares: union(&path.empty, &path.occupied),
            paths: vec![*path],
        };
        let mut index = 0;
        while index < found.len() {
            if super::atoms::meets(&found[index].squares, &mine.squares) {
                let other = found.swap_remove(index);
                mine.squares = union(&mine.squares, &other.squares);
                mine.paths.extend(other.paths);
            } else {
                index += 1;
            }
        }
        found.push(mine);
    }
    found.sort_by_key(|component| count(&component.squares));
    let mut merged: Vec<Component> = Vec::new();
    for component in found {
        let room = merged
            .iter_mut()
            .find(|other| count(&other.squares) + count(&component.squares) <= merge_limit);
        match room {
            Some(other) => {
                other.squares = union(&other.squares, &component.squares);
                other.paths.extend(component.paths);
            }
            None => merged.push(component),
        }
    }
    merged
}

impl<const N: usize> Lookups<N> {
    fn new(lists: &Lists) -> Option<Lookups<N>> {
        let mut made = Lookups {
            base: Vec::new(),
            ranges: Vec::new(),
            parts: Vec::new(),
            table: Vec::new(),
        };
        for list in lists {
            made.base.push(base(list));
            let first = made.parts.len() as u32;
            for component in components(list, MERGE_LIMIT[N]) {
                if count(&component.squares) > LOOKUP_LIMIT {
                    return None;
                }
                made.add(&component);
                if made.table.len() > TABLE_LIMIT {
                    return None;
                }
            }
            made.ranges.push((first, made.parts.len() as u32));
        }
        Some(made)
    }

    fn add(&mut self, component: &Component) {
        let mask: [u64; N] = Bits::<N>::narrow(&component.squares).0;
        let mut shift = [0; N];
        for i in 1..N {
            shift[i] = shift[i - 1] + mask[i - 1].count_ones() as u8;
        }
        self.parts.push(Part {
            mask,
            shift,
            offset: self.table.len() as u32,
        });
        let paths: Vec<(Bits<N>, Bits<N>, Bits<N>)> = component
            .paths
            .iter()
            .map(|path| {
                (
                    Bits::narrow(&path.empty),
                    Bits::narrow(&path.occupied),
                    Bits::one(path.to as usize),
                )
            })
            .collect();
        for index in 0..1u64 << count(&component.squares) {
            let occupied: Bits<N> = Bits(std::array::from_fn(|i| pdep(index >> shift[i], mask[i])));
            let mut targets = Bits::NONE;
            for (empty, needed, to) in &paths {
                if (*empty & occupied).is_empty() && needed.without(occupied).is_empty() {
                    targets |= *to;
                }
            }
            self.table.push(targets);
        }
    }

    #[inline(always)]
    fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N> {
        let mut targets = self.base[square];
        let (from, to) = self.ranges[square];
        for part in &self.parts[from as usize..to as usize] {
            let mut index = pext(occupied.0[0], part.mask[0]);
            for i in 1..N {
                index |= pext(occupied.0[i], part.mask[i]) << part.shift[i];
            }
            targets |= self.table[part.offset as usize + index as usize];
        }
        targets
    }
}

impl<const N: usize> Alternatives<N> {
    fn new(lists: &Lists) -> Alternatives<N> {
        let mut made = Alternatives {
            base: Vec::new(),
            ranges: Vec::new(),
            paths: Vec::new(),
        };
        for list in lists {
            made.base.push(base(list));
            let first = made.paths.len() as u32;
            let mut conditional: Vec<&RawPath> =
                list.iter().filter(|path| !is_free(path)).collect();
            conditional.sort_by_key(|path| (path.to, count(&path.empty)));
            for (index, path) in conditional.iter().enumerate() {
                let same = conditional[index..]
                    .iter()
                    .take_while(|other| other.to == path.to)
                    .count();
                made.paths.push(ListPath {
                    empty: Bits::narrow(&path.empty),
                    occupied: Bits::narrow(&path.occupied),
                    to: path.to,
                    skip: same as u16,
                });
            }
            made.ranges.push((first, made.paths.len() as u32));
        }
        made
    }

    #[inline(always)]
    fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N> {
        let mut targets = self.base[square];
        let (mut at, end) = self.ranges[square];
        while at < end {
            let path = &self.paths[at as usize];
            if (path.empty & *occupied).is_empty() && path.occupied.without(*occupied).is_empty() {
                targets |= Bits::one(path.to as usize);
                at += path.skip as u32;
            } else {
                at += 1;
            }
        }
        targets
    }
}

/// The lists turned around: from each target to the squares it can be reached from.
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

/// Moves that are the same shift from everywhere, for pieces that stand in numbers.
#[derive(Clone, Debug)]
pub(crate) struct Shift<const N: usize> {
    /// Squares of the target minus those of the origin.
    pub(crate) delta: i32,
    /// Origins from which the path exists.
    pub(crate) origins: Bits<N>,
    /// Squares that must be empty, relative to the origin.
    pub(crate) empty: Vec<i32>,
}

/// The lists as at most `limit` shifts, if they are that regular.
pub(crate) fn shifts<const N: usize>(lists: &Lists, limit: usize) -> Option<Vec<Shift<N>>> {
    let mut found: Vec<Shift<N>> = Vec::new();
    for (from, list) in lists.iter().enumerate() {
        for path in list {
            if path.occupied != [0; 4] {
                return None;
            }
            let delta = path.to as i32 - from as i32;
            let mut empty = Vec::new();
            Bits::<4>(path.empty).each(|square| empty.push(square as i32 - from as i32));
            let room = found.len() < limit;
            match found
                .iter_mut()
                .find(|shift| shift.delta == delta && shift.empty == empty)
            {
                Some(shift) => {
                    if shift.origins.has(from) {
                        return None;
                    }
                    shift.origins |= Bits::one(from);
                }
                None if room => {
                    found.push(Shift {
                        delta,
                        origins: Bits::one(from),
                        empty,
                    });
                }
                None => return None,
            }
        }
    }
    // Two ways of one piece to one target would be counted twice.
    let clash = found.iter().enumerate().any(|(index, one)| {
        found[..index]
            .iter()
            .any(|other| other.delta == one.delta && (other.origins & one.origins).any())
    });
    (!clash).then_some(found)
}
