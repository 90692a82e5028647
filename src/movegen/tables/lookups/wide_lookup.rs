//! Lookups on wide boards: the relevant squares are gathered in one word, looked up in parts, and the results
//! spread to targets.
//!
//! The relevant squares of all paths from one square fit one word, and so do the targets. Each part of the
//! paths has a table of its own open targets, which does not depend on the board: lines of the same length
//! share a table, and all tables fit the first-level cache.

use std::collections::BTreeMap;

use super::targets::{BySquare, TABLE_LIMIT, Targets, base, components, subsets};
use crate::movegen::tables::bits::{Bits, pdep, pext};
use crate::movegen::tables::paths::{Lists, RawPath, Wide};

/// Maximum number of squares of a part whose paths are connected or merged.
const PART_LIMIT: u32 = 12;

/// Maximum number of squares of a part with crossing paths, which are numerous.
const CROSSING_LIMIT: u32 = 10;

/// Maximum number of targets of a part.
const TARGET_LIMIT: u32 = u16::BITS;

/// Lookups by square.
#[derive(Debug)]
pub(crate) struct WideLookup<const N: usize> {
    squares: BySquare<Gather<N>, N>,
    parts: Vec<Part>,
    table: Vec<u16>,
}

/// The selection of relevant squares and of targets for one square.
#[derive(Clone, Copy, Debug)]
struct Gather<const N: usize> {
    from: Selection<N>,
    to: Selection<N>,
    /// Unconditional targets, gathered.
    always: u64,
    /// The first parts, which nearly every square has.
    parts: [Part; FIRST],
    /// The range of the others.
    first: u32,
    last: u32,
}

/// Number of parts that are looked up unconditionally.
const FIRST: usize = 2;

/// A selection of up to 64 squares, and the bit offset of each word.
#[derive(Clone, Copy, Debug)]
struct Selection<const N: usize> {
    squares: [u64; N],
    place: [u8; N],
}

/// Some of the paths from one square.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// The gathered squares on which it depends.
    mask: u64,
    /// Its gathered targets.
    targets: u64,
    offset: u32,
}

impl<const N: usize> Gather<N> {
    /// The number of parts.
    fn count(&self) -> u32 {
        let first = self.parts.iter().filter(|part| part.targets != 0);
        first.count() as u32 + self.last - self.first
    }
}

impl<const N: usize> Selection<N> {
    const NONE: Self = Selection {
        squares: [0; N],
        place: [0; N],
    };

    /// The selection of a set, if it fits one word.
    fn new(set: &Wide) -> Option<Self> {
        let squares = Bits::<N>::narrow(set).0;
        let mut place = [0; N];
        let mut before = 0;
        for (place, word) in place.iter_mut().zip(&squares) {
            // After 64 bits no further squares follow.
            *place = before.min(63) as u8;
            before += word.count_ones();
        }
        (before <= u64::BITS).then_some(Selection { squares, place })
    }

    #[inline(always)]
    fn gather(&self, set: &Bits<N>) -> u64 {
        let mut gathered = pext(set.0[0], self.squares[0]);
        for i in 1..N {
            gathered |= pext(set.0[i], self.squares[i]) << self.place[i];
        }
        gathered
    }

    #[inline(always)]
    fn spread(&self, gathered: u64) -> Bits<N> {
        let mut set = self.squares;
        for (word, place) in set.iter_mut().zip(self.place) {
            *word = pdep(gathered >> place, *word);
        }
        Bits(set)
    }
}

impl<const N: usize> WideLookup<N> {
    /// The open targets of a part, gathered.
    #[inline(always)]
    fn open(&self, part: &Part, around: u64) -> u64 {
        let index = part.offset as usize + pext(around, part.mask) as usize;
        pdep(self.table[index].into(), part.targets)
    }

    /// Compiles lists, if few enough squares are relevant.
    pub(crate) fn new(lists: &Lists) -> Option<WideLookup<N>> {
        let mut builder = WideLookupBuilder {
            parts: Vec::new(),
            // The empty entry for missing parts.
            table: vec![0],
            known: BTreeMap::new(),
        };
        let squares: Option<Vec<Gather<N>>> =
            lists.iter().map(|list| builder.square(list)).collect();
        let nothing = Gather {
            from: Selection::NONE,
            to: Selection::NONE,
            always: 0,
            parts: [Part::default(); FIRST],
            first: 0,
            last: 0,
        };
        Some(WideLookup {
            squares: BySquare::new(nothing, squares?),
            parts: builder.parts,
            table: builder.table,
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        64 * N * size_of::<Gather<N>>()
            + self.parts.len() * size_of::<Part>()
            + self.table.len() * size_of::<u16>()
    }

    /// The maximum number of parts of a square.
    pub(super) fn most_parts(&self) -> u32 {
        let all = self.squares.iter();
        all.map(Gather::count).max().unwrap_or(0)
    }
}

impl<const N: usize> Targets<N> for WideLookup<N> {
    #[inline(always)]
    fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N> {
        let gather = self.squares.at(square);
        let around = gather.from.gather(occupied);
        let mut found = gather.always;
        for part in &gather.parts {
            found |= self.open(part, around);
        }
        if gather.first != gather.last {
            for part in &self.parts[gather.first as usize..gather.last as usize] {
                found |= self.open(part, around);
            }
        }
        gather.to.spread(found)
    }
}

/// The content of a shared table: the number of squares and the paths.
type TableSpec = (u32, Vec<[u16; 3]>);

struct WideLookupBuilder {
    parts: Vec<Part>,
    table: Vec<u16>,
    known: BTreeMap<TableSpec, u32>,
}

impl WideLookupBuilder {
    fn square<const N: usize>(&mut self, list: &[RawPath]) -> Option<Gather<N>> {
        let (mut from, mut to) = (Wide::NONE, Wide::NONE);
        for path in list {
            from |= path.empty | path.occupied;
            to |= Bits::single(path.to.into());
        }
        let (from, to) = (Selection::new(&from)?, Selection::new(&to)?);
        let first = self.parts.len() as u32;
        let gathered = components(list).into_iter().map(|component| {
            let paths = component.paths.iter();
            PathGroup::new(paths.map(|path| Local::new(path, &from, &to)).collect())
        });
        for share in shares(gathered) {
            if share.squares.count_ones() > u16::BITS {
                return None;
            }
            self.part(&share);
        }
        // The first parts are stored with the square itself.
        let mut parts = [Part::default(); FIRST];
        let count = (self.parts.len() - first as usize).min(FIRST);
        for (place, part) in parts
            .iter_mut()
            .zip(self.parts.drain(first as usize..first as usize + count))
        {
            *place = part;
        }
        if self.table.len() > TABLE_LIMIT {
            return None;
        }
        Some(Gather {
            from,
            to,
            always: to.gather(&base(list)),
            parts,
            first,
            last: self.parts.len() as u32,
        })
    }

    fn part(&mut self, share: &PathGroup) {
        let (mask, targets) = (share.squares, share.targets);
        let mut paths: Vec<[u16; 3]> = (share.paths.iter())
            .map(|path| {
                [
                    pext(path.empty, mask) as u16,
                    pext(path.occupied, mask) as u16,
                    pext(path.target, targets) as u16,
                ]
            })
            .collect();
        paths.sort_unstable();
        let recipe = (mask.count_ones(), paths);
        let known = self.known.get(&recipe).copied();
        let offset = known.unwrap_or_else(|| {
            let offset = self.compile_table(&recipe);
            self.known.insert(recipe, offset);
            offset
        });
        self.parts.push(Part {
            mask,
            targets,
            offset,
        });
    }

    /// Compiles the table of a recipe.
    fn compile_table(&mut self, (squares, paths): &TableSpec) -> u32 {
        let offset = self.table.len();
        let size = 1usize << squares;
        self.table.resize(offset + size, 0);
        for [empty, occupied, target] in paths {
            // All occupancies that contain `occupied` and not `empty`: the subsets of the other squares.
            // Those that differ only below the lowest fixed square are adjacent.
            let fixed = usize::from(*empty | *occupied) | size;
            let run = 1 << fixed.trailing_zeros();
            let rest = (size - 1) & !fixed & !(run - 1);
            for subset in subsets(rest) {
                let first = offset + (subset | usize::from(*occupied));
                let entries = &mut self.table[first..first + run];
                entries.iter_mut().for_each(|entry| *entry |= *target);
            }
        }
        offset as u32
    }
}

/// One path in gathered form.
#[derive(Clone, Copy)]
struct Local {
    empty: u64,
    occupied: u64,
    target: u64,
}

impl Local {
    fn new<const N: usize>(path: &RawPath, from: &Selection<N>, to: &Selection<N>) -> Local {
        Local {
            empty: from.gather(&Bits::narrow(&path.empty)),
            occupied: from.gather(&Bits::narrow(&path.occupied)),
            target: to.gather(&Bits::single(path.to as usize)),
        }
    }
}

/// Paths that share a table, with their squares and targets.
struct PathGroup {
    squares: u64,
    targets: u64,
    paths: Vec<Local>,
}

impl PathGroup {
    fn new(paths: Vec<Local>) -> PathGroup {
        let (mut squares, mut targets) = (0, 0);
        for path in &paths {
            squares |= path.empty | path.occupied;
            targets |= path.target;
        }
        PathGroup {
            squares,
            targets,
            paths,
        }
    }

    fn add(&mut self, other: PathGroup) {
        self.squares |= other.squares;
        self.targets |= other.targets;
        self.paths.extend(other.paths);
    }

    fn fits(squares: u64, targets: u64, limit: u32) -> bool {
        squares.count_ones() <= limit && targets.count_ones() <= TARGET_LIMIT
    }
}

/// Splits and merges groups of connected paths into shares of at most the table size.
fn shares(connected: impl Iterator<Item = PathGroup>) -> Vec<PathGroup> {
    let mut found: Vec<PathGroup> = Vec::new();
    for share in connected {
        if PathGroup::fits(share.squares, share.targets, PART_LIMIT) {
            found.push(share);
        } else {
            let single = share.paths.into_iter();
            let single = single.map(|path| PathGroup::new(vec![path]));
            found.extend(pack(single, CROSSING_LIMIT));
        }
    }
    found.sort_by_key(|share| share.squares.count_ones());
    pack(found.into_iter(), PART_LIMIT)
}

/// Adds each share to the one that grows least (best fit).
fn pack(shares: impl Iterator<Item = PathGroup>, limit: u32) -> Vec<PathGroup> {
    let mut packed: Vec<PathGroup> = Vec::new();
    for share in shares {
        let growth = |room: &PathGroup| {
            let squares = room.squares | share.squares;
            let fits = PathGroup::fits(squares, room.targets | share.targets, limit);
            fits.then(|| squares.count_ones() - room.squares.count_ones())
        };
        let best = (packed.iter().enumerate())
            .filter_map(|(index, room)| Some((growth(room)?, index)))
            .min();
        match best {
            Some((_, index)) => packed[index].add(share),
            None => packed.push(share),
        }
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deterministic random number generator.
    struct Rng(u64);

    impl Rng {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (self.0 >> 33) % limit
        }

        fn square(&mut self) -> usize {
            // Squares in three words, few enough that paths share them.
            (self.below(40) * 4 + 3) as usize
        }
    }

    #[test]
    fn small_tables_open_what_the_paths_say() {
        let mut dice = Rng(7);
        for round in 0..40 {
            let list: Vec<RawPath> = (0..50)
                .map(|_| {
                    let mut sets = [Wide::NONE; 2];
                    for _ in 0..dice.below(4) {
                        let square = dice.square();
                        let kind = usize::from(dice.below(3) == 0);
                        if !sets[1 - kind].has(square) {
                            sets[kind] |= Bits::single(square);
                        }
                    }
                    let [empty, occupied] = sets;
                    RawPath {
                        to: dice.below(40 + round) as u16 * 2,
                        empty,
                        occupied,
                    }
                })
                .collect();
            let kernel = WideLookup::<3>::new(&vec![list.clone()]).expect("few squares");
            assert!(kernel.most_parts() > 1);
            for _ in 0..40 {
                let occupied = (0..20).fold(Bits::NONE, |set, _| set | Bits::single(dice.square()));
                let open = list.iter().filter(|path| {
                    (Bits::narrow(&path.empty) & occupied).is_empty()
                        && Bits::narrow(&path.occupied).without(occupied).is_empty()
                });
                let wanted = open.fold(Bits::NONE, |set, path| set | Bits::single(path.to.into()));
                assert_eq!(kernel.targets(0, &occupied), wanted);
            }
        }
    }
}
