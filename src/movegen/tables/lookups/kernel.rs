//! Kernels: lookup of an atom's targets by the occupancy, with parallel bit extract.
//!
//! A kernel is compiled from path lists by evaluating their conditions for every relevant occupancy. It does
//! not depend on directions, so no move is reversed or mirrored: reversed lists are compiled in the same way
//! to find attackers of a square.

use std::sync::Arc;

use super::targets::{BySquare, Component, Needs, TABLE_LIMIT, Targets, base, components, subsets};
use super::wide_lookup::WideLookup;
use crate::movegen::tables::bits::{Bits, pext};
use crate::movegen::tables::paths::{Lists, RawPath, Wide, depends_on_nothing, is_free};

/// Maximum number of squares on which one lookup depends.
const LOOKUP_LIMIT: u32 = 12;

/// Maximum number of squares of merged lookups from one square, by width.
const MERGE_LIMIT: [u32; 5] = [0, 12, 10, 6, 5];

/// Minimum width in words at which small tables with more instructions are faster than large tables.
pub(crate) const GATHER_FROM: usize = 3;

/// A kernel. Copies share the tables.
#[derive(Clone, Debug)]
pub(crate) enum Kernel<const N: usize> {
    /// No conditions: one load.
    Leaper(Arc<BySquare<Bits<N>, N>>),
    /// One lookup.
    Lookup1(Arc<Lookups<N, 1>>),
    /// Two lookups.
    Lookup2(Arc<Lookups<N, 2>>),
    /// Up to four lookups.
    Lookup4(Arc<Lookups<N, 4>>),
    /// Any number of lookups in small tables.
    WideLookup(Arc<WideLookup<N>>),
    /// A list of paths.
    List(Arc<Alternatives<N>>),
}

/// Tables indexed by occupancy, with at most `K` lookups a square.
#[derive(Debug)]
pub(crate) struct Lookups<const N: usize, const K: usize> {
    parts: BySquare<[Part<N>; K], N>,
    table: Vec<Bits<N>>,
    /// Whether all paths are rides: every square that a path passes is a target too.
    rides: bool,
}

/// Targets that depend on the squares of `mask`; the table begins at `offset`.
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
    needs: Needs<N>,
    to: u16,
    /// The number of paths to skip if this one is open: the other paths to the same target.
    skip: u16,
}

impl<const N: usize> Targets<N> for Kernel<N> {
    // A compact build has one copy for each width, not one for each use.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N> {
        match self {
            Kernel::Leaper(table) => *table.at(square),
            Kernel::Lookup1(lookups) => lookups.targets(square, occupied),
            Kernel::Lookup2(lookups) => lookups.targets(square, occupied),
            Kernel::Lookup4(lookups) => lookups.targets(square, occupied),
            Kernel::WideLookup(gathered) => gathered.targets(square, occupied),
            Kernel::List(list) => list.targets(square, occupied),
        }
    }
}

impl<const N: usize> Kernel<N> {
    /// Compiles the best kernel for these lists.
    pub(crate) fn new(lists: &Lists) -> Kernel<N> {
        if depends_on_nothing(lists) {
            let targets = lists.iter().map(|list| base(list));
            return Kernel::Leaper(Arc::new(BySquare::new(Bits::NONE, targets)));
        }
        if const { N >= GATHER_FROM }
            && let Some(gathered) = WideLookup::new(lists)
        {
            return Kernel::WideLookup(Arc::new(gathered));
        }
        let builder = KernelBuilder::new(lists);
        // PERF: unused if all squares fit one word.
        let rides = N > 1 && lists.iter().all(|list| rides(list));
        let most = builder
            .as_ref()
            .and_then(|builder| builder.parts.iter().map(Vec::len).max());
        match (builder, most) {
            (Some(builder), Some(0 | 1)) => Kernel::Lookup1(Arc::new(builder.finish(rides))),
            (Some(builder), Some(2)) => Kernel::Lookup2(Arc::new(builder.finish(rides))),
            (Some(builder), Some(3 | 4)) => Kernel::Lookup4(Arc::new(builder.finish(rides))),
            _ => match WideLookup::new(lists) {
                Some(gathered) => Kernel::WideLookup(Arc::new(gathered)),
                None => Kernel::List(Arc::new(Alternatives::new(lists))),
            },
        }
    }

    /// The squares on which the targets from a square can depend, other than the targets.
    pub(crate) fn blockers(&self, square: usize) -> Bits<N> {
        match self {
            Kernel::Leaper(_) => Bits::NONE,
            Kernel::Lookup1(lookups) => lookups.blockers(square),
            Kernel::Lookup2(lookups) => lookups.blockers(square),
            Kernel::Lookup4(lookups) => lookups.blockers(square),
            Kernel::WideLookup(_) | Kernel::List(_) => Bits::ALL,
        }
    }

    /// A description of the kernel.
    pub(crate) fn describe(&self) -> String {
        match self {
            Kernel::Leaper(_) => "leaper".to_owned(),
            Kernel::Lookup1(_) => "one look-up".to_owned(),
            Kernel::Lookup2(_) => "two look-ups".to_owned(),
            Kernel::Lookup4(_) => "four look-ups".to_owned(),
            Kernel::WideLookup(gathered) => {
                format!("up to {} small look-ups", gathered.most_parts())
            }
            Kernel::List(_) => "list".to_owned(),
        }
    }

    /// The maximum number of lookups for a square.
    pub(crate) fn look_ups(&self) -> u32 {
        match self {
            Kernel::Leaper(_) => 0,
            Kernel::Lookup1(_) => 1,
            Kernel::Lookup2(_) => 2,
            Kernel::Lookup4(_) => 4,
            Kernel::WideLookup(gathered) => gathered.most_parts(),
            Kernel::List(_) => u32::MAX,
        }
    }

    /// Whether another copy shares the tables.
    pub(super) fn is_shared(&self) -> bool {
        let copies = match self {
            Kernel::Leaper(table) => Arc::strong_count(table),
            Kernel::Lookup1(lookups) => Arc::strong_count(lookups),
            Kernel::Lookup2(lookups) => Arc::strong_count(lookups),
            Kernel::Lookup4(lookups) => Arc::strong_count(lookups),
            Kernel::WideLookup(gathered) => Arc::strong_count(gathered),
            Kernel::List(list) => Arc::strong_count(list),
        };
        copies > 1
    }

    /// The size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Kernel::Leaper(_) => 64 * N * size_of::<Bits<N>>(),
            Kernel::Lookup1(lookups) => lookups.bytes(),
            Kernel::Lookup2(lookups) => lookups.bytes(),
            Kernel::Lookup4(lookups) => lookups.bytes(),
            Kernel::WideLookup(gathered) => gathered.bytes(),
            Kernel::List(list) => list.paths.len() * size_of::<ListPath<N>>(),
        }
    }
}

/// Whether each square that a path needs empty is the target of another path, which needs no more than the
/// rest of these squares. Then only a change on a current target can change the targets.
fn rides(list: &[RawPath]) -> bool {
    let leads = |path: &RawPath, square: usize| {
        let mut others = list.iter().filter(|other| other.to as usize == square);
        let rest = path.empty.without(Bits::single(square));
        others.any(|other| other.occupied.is_empty() && other.empty.without(rest).is_empty())
    };
    list.iter()
        .all(|path| path.occupied.is_empty() && !path.empty.any_of(|square| !leads(path, square)))
}

/// The components of paths, with small ones merged.
fn merged_components(list: &[RawPath], merge_limit: u32) -> Vec<Component<'_>> {
    let mut found = components(list);
    // Largest first, so that small ones fill the gaps.
    found.sort_by_key(|component| std::cmp::Reverse(component.squares.count()));
    let mut merged: Vec<Component<'_>> = Vec::new();
    for component in found {
        let room = merged
            .iter_mut()
            .find(|other| other.squares.count() + component.squares.count() <= merge_limit);
        match room {
            Some(other) => {
                other.squares |= component.squares;
                other.paths.extend(component.paths);
            }
            None => merged.push(component),
        }
    }
    merged
}

/// Lookups of each square, before their maximum number is known.
struct KernelBuilder<const N: usize> {
    parts: Vec<Vec<Part<N>>>,
    table: Vec<Bits<N>>,
}

impl<const N: usize> KernelBuilder<N> {
    fn new(lists: &Lists) -> Option<KernelBuilder<N>> {
        // Entry 0 has no targets; unused parts refer to it.
        let mut builder = KernelBuilder {
            parts: Vec::new(),
            table: vec![Bits::NONE],
        };
        for list in lists {
            let mut parts = Vec::new();
            let mut free = base(list);
            for component in merged_components(list, MERGE_LIMIT[N]) {
                if component.squares.count() > LOOKUP_LIMIT {
                    return None;
                }
                parts.push(builder.part(&component, std::mem::replace(&mut free, Bits::NONE)));
                if builder.table.len() > TABLE_LIMIT {
                    return None;
                }
            }
            if free.any() {
                parts.push(Part {
                    mask: [0; N],
                    shift: [0; N],
                    offset: builder.table.len() as u32,
                });
                builder.table.push(free);
            }
            builder.parts.push(parts);
        }
        Some(builder)
    }

    /// Compiles the table of one component, with the targets `free` in every entry.
    fn part(&mut self, component: &Component<'_>, free: Bits<N>) -> Part<N> {
        let mask: [u64; N] = Bits::<N>::narrow(&component.squares).0;
        let mut shift = [0; N];
        for i in 1..N {
            shift[i] = shift[i - 1] + mask[i - 1].count_ones() as u8;
        }
        let offset = self.table.len();
        let size = 1 << component.squares.count();
        self.table.resize(offset + size, free);
        let index_of = |set: &Wide| {
            let set = Bits::<N>::narrow(set);
            (0..N).fold(0, |index, i| index | pext(set.0[i], mask[i]) << shift[i]) as usize
        };
        for path in &component.paths {
            // All occupancies that contain `occupied` and not `empty`: the subsets of the other squares.
            let (empty, occupied) = (index_of(&path.empty), index_of(&path.occupied));
            let rest = (size - 1) & !empty & !occupied;
            for subset in subsets(rest) {
                self.table[offset + (subset | occupied)] |= Bits::single(path.to as usize);
            }
        }
        Part {
            mask,
            shift,
            offset: offset as u32,
        }
    }

    fn finish<const K: usize>(self, rides: bool) -> Lookups<N, K> {
        let nothing = Part {
            mask: [0; N],
            shift: [0; N],
            offset: 0,
        };
        let padded = self
            .parts
            .iter()
            .map(|parts| std::array::from_fn(|k| parts.get(k).copied().unwrap_or(nothing)));
        Lookups {
            parts: BySquare::new([nothing; K], padded),
            table: self.table,
            rides,
        }
    }
}

impl<const N: usize, const K: usize> Targets<N> for Lookups<N, K> {
    #[inline(always)]
    fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N> {
        let mut targets = Bits::NONE;
        for part in self.parts.at(square) {
            let mut index = pext(occupied.0[0], part.mask[0]);
            for i in 1..N {
                index |= pext(occupied.0[i], part.mask[i]) << part.shift[i];
            }
            targets |= self.table[part.offset as usize + index as usize];
        }
        targets
    }
}

impl<const N: usize, const K: usize> Lookups<N, K> {
    fn blockers(&self, square: usize) -> Bits<N> {
        let mut squares = Bits::NONE;
        if !self.rides {
            for part in self.parts.at(square) {
                squares |= Bits(part.mask);
            }
        }
        squares
    }

    fn bytes(&self) -> usize {
        self.table.len() * size_of::<Bits<N>>() + 64 * N * K * size_of::<Part<N>>()
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
            conditional.sort_by_key(|path| (path.to, path.empty.count()));
            for (index, path) in conditional.iter().enumerate() {
                let same = conditional[index..]
                    .iter()
                    .take_while(|other| other.to == path.to)
                    .count();
                made.paths.push(ListPath {
                    needs: Needs::of(path),
                    to: path.to,
                    skip: same as u16,
                });
            }
            made.ranges.push((first, made.paths.len() as u32));
        }
        made
    }
}

impl<const N: usize> Targets<N> for Alternatives<N> {
    #[inline(always)]
    fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N> {
        let mut targets = self.base[square];
        let (mut at, end) = self.ranges[square];
        while at < end {
            let path = &self.paths[at as usize];
            if path.needs.is_open(occupied) {
                targets |= Bits::single(path.to as usize);
                at += path.skip as u32;
            } else {
                at += 1;
            }
        }
        targets
    }
}
