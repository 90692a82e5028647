//! Precomputed jumps for series of jumps, from every square of a board.

use smallvec::SmallVec;

use crate::definition::JumpSeries;
use crate::geometry::{BoardShape, Compass, Offset, Perspective, Square, SquareSet, Wrap, sorted};

/// A jump over one square to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hop {
    pub(crate) over: Square,
    pub(crate) to: Square,
}

/// The jumps of one kind of series.
pub(crate) struct Jumps {
    /// By list of offsets, side and square.
    lists: Vec<[Vec<Box<[Hop]>>; 2]>,
    /// By side and square: the origin and the target of each jump over the square.
    across: [Vec<Box<[[Square; 2]]>>; 2],
    /// By side: the jumps over all squares, grouped by equal offsets and by regions that no series leaves.
    passages: [Vec<Vec<Passage>>; 2],
    /// By side: the distinct offset pairs of passages; empty on boards of more than 128 squares.
    lies: [Vec<[isize; 2]>; 2],
    /// By list: the offsets between squares of one series.
    strides: Vec<Strides>,
    /// Whether no series captures on a square on which it could land, so that captures do not make room for jumps.
    pub(crate) keeps_apart: bool,
    /// Whether no series can jump over one square in two directions.
    pub(crate) in_lines: bool,
}

impl Jumps {
    /// Precomputes the jumps of a kind of series on a board.
    pub(crate) fn new(rules: &JumpSeries, shape: &BoardShape) -> Jumps {
        let sides = [Perspective::White, Perspective::Black];
        let squares = || (0..shape.area() as u16).map(Square::new);
        let step = |from: Square, offset: &Offset, times: i16, owner: Perspective| {
            let (dx, dy) = (times * offset.dx, times * offset.dy);
            shape.step(from, Offset { dx, dy }, owner, Wrap::None)
        };
        let hops = |from: Square, list: &[Offset], owner: Perspective| -> Box<[Hop]> {
            let hop = |offset: &Offset| {
                let over = step(from, offset, 1, owner)?;
                let to = step(from, offset, 2, owner)?;
                Some(Hop { over, to })
            };
            list.iter().filter_map(hop).collect()
        };
        let across = |over: Square, owner: Perspective| -> Box<[[Square; 2]]> {
            let ends = |offset: &Offset| {
                let begin = step(over, offset, -1, owner)?;
                Some([begin, step(over, offset, 1, owner)?])
            };
            rules.over.iter().flatten().filter_map(ends).collect()
        };
        let by_list = |list: &Vec<Offset>| {
            sides.map(|owner| squares().map(|from| hops(from, list, owner)).collect())
        };
        let strides: Vec<Strides> = (rules.over.iter())
            .map(|list| Strides::new(list, shape))
            .collect();
        let apart = |(list, strides): (&Vec<Offset>, &Strides)| {
            let mut offsets = list.iter();
            offsets.all(|offset| !strides.contains([offset.dx, offset.dy]))
        };
        let crosses = |(list, strides): (&Vec<Offset>, &Strides)| {
            let pairs = list
                .iter()
                .flat_map(|first| list.iter().map(move |other| (first, other)));
            let mut ways = pairs.flat_map(|(first, other)| {
                let apart = [first.dx - other.dx, first.dy - other.dy];
                let across = [first.dx + other.dx, first.dy + other.dy];
                // Opposite offsets of one line do not cross.
                let same = apart == [0, 0] || across == [0, 0];
                (!same).then_some([apart, across]).into_iter().flatten()
            });
            ways.any(|way| strides.contains(way))
        };
        let passages = sides.map(|owner| {
            let all = squares().flat_map(|over| {
                let ends = across(over, owner);
                ends.into_iter().map(move |ends| (over, ends))
            });
            let all: Vec<(Square, [Square; 2])> = all.collect();
            let regions = regions(shape.area(), &all);
            let n_regions = regions.iter().max().map_or(0, |last| last + 1);
            let mut passages: Vec<Vec<Passage>> = Vec::new();
            passages.resize_with(n_regions, Vec::new);
            for (over, ends) in all {
                Passage::add(&mut passages[regions[ends[0].index()]], over, ends);
            }
            passages.retain(|region| !region.is_empty());
            passages.into_iter().map(Passage::join_ways_back).collect()
        });
        let mut passages: [Vec<Vec<Passage>>; 2] = passages;
        let lies = passages.each_mut().map(|regions| {
            let mut lies = Vec::new();
            if shape.area() <= 128 {
                for passage in regions.iter_mut().flatten() {
                    passage.find_lie(&mut lies);
                }
            }
            lies
        });
        Jumps {
            in_lines: !rules.over.iter().zip(&strides).any(crosses),
            keeps_apart: rules.over.iter().zip(&strides).all(apart),
            strides,
            lists: rules.over.iter().map(by_list).collect(),
            passages,
            lies,
            across: sides.map(|owner| squares().map(|over| across(over, owner)).collect()),
        }
    }

    /// The number of lists; a series uses jumps of one list.
    pub(crate) fn n_lists(&self) -> usize {
        self.lists.len()
    }

    /// The jumps of one list from a square, for a side.
    #[inline]
    pub(crate) fn from(&self, list: usize, owner: Perspective, square: Square) -> &[Hop] {
        &self.lists[list][owner as usize][square.index()]
    }

    /// Whether a series from one square may reach another on any board.
    #[inline]
    pub(crate) fn may_land(&self, compass: &Compass, from: Square, to: Square) -> bool {
        let dx = compass.file_of(to) - compass.file_of(from);
        let dy = compass.rank_of(to) - compass.rank_of(from);
        self.strides
            .iter()
            .any(|strides| strides.contains([dx, dy]))
    }

    /// For each region of the board that series do not leave: the number of squares of a set over
    /// which a side has jumps from and to squares outside of the set, and the number of these jumps.
    pub(crate) fn open_jumps(
        &self,
        owner: Perspective,
        set: &SquareSet,
    ) -> impl Iterator<Item = (u32, usize)> {
        let lies = &self.lies[owner as usize];
        let bits = set.bits();
        // PERF: most boards fit into one integer, and equal offsets are evaluated once for all regions.
        let open: SmallVec<[u128; 8]> = lies.iter().map(|lie| open_bits(*lie, bits)).collect();
        let regions = self.passages[owner as usize].iter();
        regions.map(move |passages| {
            if open.is_empty() {
                return open_passages(passages, set);
            }
            let (mut found, mut n_jumps) = (0, 0);
            for passage in passages {
                let open = open[passage.lie] & passage.bits;
                n_jumps += passage.n_jumps * open.count_ones() as usize;
                found |= open;
            }
            (found.count_ones(), n_jumps)
        })
    }

    /// The origins and targets of the jumps over a square, for a side.
    #[inline]
    pub(crate) fn across(&self, owner: Perspective, over: Square) -> &[[Square; 2]] {
        &self.across[owner as usize][over.index()]
    }
}

/// The region of each square, numbered from 0: jumps never lead to another region.
fn regions(area: usize, jumps: &[(Square, [Square; 2])]) -> Vec<usize> {
    let mut regions: Vec<usize> = (0..area).collect();
    loop {
        let mut changes = false;
        for (_, ends) in jumps {
            let [begin, end] = ends.map(Square::index);
            let first = regions[begin].min(regions[end]);
            changes |= regions[begin] != first || regions[end] != first;
            (regions[begin], regions[end]) = (first, first);
        }
        if !changes {
            break;
        }
    }
    let kept = sorted(regions.iter().copied());
    let number = |region: &usize| kept.partition_point(|other| other < region);
    regions.iter().map(number).collect()
}

/// The number of squares of a set with open passages, and the number of their jumps.
fn open_passages(passages: &[Passage], set: &SquareSet) -> (u32, usize) {
    let (mut n_squares, mut n_jumps) = (0, 0);
    for word in 0..set.n_words() {
        if set.word(word) == 0 {
            continue;
        }
        let mut found = 0;
        for passage in passages {
            let open = passage.open(set, word);
            n_jumps += passage.n_jumps * open.count_ones() as usize;
            found |= open;
        }
        n_squares += found.count_ones();
    }
    (n_squares, n_jumps)
}

/// The squares of a set whose squares at both offsets are outside of it, on a board of up to 128 squares.
#[inline]
fn open_bits(lie: [isize; 2], set: u128) -> u128 {
    let [begins, ends] = lie.map(|by| if by < 0 { set << -by } else { set >> by });
    set & !(begins | ends)
}

/// Jumps with equal offsets from the square that is jumped over to their origin and target.
struct Passage {
    begin: isize,
    end: isize,
    /// The squares that are jumped over.
    over: SquareSet,
    /// The first 128 of these squares as bits.
    bits: u128,
    /// The number of jumps over each square: one, or two with the reverse jump.
    n_jumps: usize,
    /// The index of `[begin, end]` among the distinct offset pairs.
    lie: usize,
}

impl Passage {
    /// Adds a jump to the passage with its offsets.
    fn add(passages: &mut Vec<Passage>, over: Square, ends: [Square; 2]) {
        let [begin, end] = ends.map(|square| square.index() as isize - over.index() as isize);
        let is_alike = |passage: &&mut Passage| {
            // Two lists may have the same jump over one square.
            [passage.begin, passage.end] == [begin, end] && !passage.over.contains(over)
        };
        if let Some(passage) = passages.iter_mut().find(is_alike) {
            passage.over.insert(over);
        } else {
            let over = [over].into_iter().collect();
            passages.push(Passage {
                begin,
                end,
                over,
                bits: 0,
                n_jumps: 1,
                lie: 0,
            });
        }
    }

    /// Merges each passage with the reverse passage over the same squares.
    fn join_ways_back(passages: Vec<Passage>) -> Vec<Passage> {
        let mut joined: Vec<Passage> = Vec::new();
        for passage in passages {
            let is_way_back = |other: &&mut Passage| {
                [other.end, other.begin] == [passage.begin, passage.end]
                    && other.over == passage.over
            };
            match joined.iter_mut().find(is_way_back) {
                Some(other) => other.n_jumps += passage.n_jumps,
                None => joined.push(passage),
            }
        }
        joined
    }

    /// Computes the fields for boards that fit into one integer.
    fn find_lie(&mut self, lies: &mut Vec<[isize; 2]>) {
        let own = [self.begin, self.end];
        self.bits = self.over.bits();
        let known = lies.iter().position(|lie| *lie == own);
        self.lie = known.unwrap_or(lies.len());
        if known.is_none() {
            lies.push(own);
        }
    }

    /// The squares of a word of a set with a jump from and to squares outside of the set.
    fn open(&self, set: &SquareSet, word: usize) -> u64 {
        let first = 64 * word as isize;
        let taken = set.word_from(first + self.begin) | set.word_from(first + self.end);
        set.word(word) & self.over.word(word) & !taken
    }
}

/// The total offsets of series of jumps, in files and ranks.
struct Strides {
    files: i16,
    ranks: i16,
    found: SquareSet,
}

impl Strides {
    fn new(list: &[Offset], shape: &BoardShape) -> Strides {
        let mut strides = Strides {
            files: i16::from(shape.files()),
            ranks: i16::from(shape.ranks()),
            found: SquareSet::new(),
        };
        let mut reached = vec![[0, 0]];
        strides.found.extend(strides.number([0, 0]));
        let mut next = 0;
        while let Some([x, y]) = reached.get(next).copied() {
            next += 1;
            for offset in list {
                let there = [x + 2 * offset.dx, y + 2 * offset.dy];
                let number = strides.number(there);
                if number.is_some_and(|number| strides.found.insert(number)) {
                    reached.push(there);
                }
            }
        }
        strides
    }

    /// An offset as a square of a board of twice the size, so that all offsets of the board have a number.
    fn number(&self, [dx, dy]: [i16; 2]) -> Option<Square> {
        let inside = dx.abs() < self.files && dy.abs() < self.ranks;
        let number = (dy + self.ranks) * 2 * self.files + dx + self.files;
        inside.then(|| Square::new(number as u16))
    }

    fn contains(&self, way: [i16; 2]) -> bool {
        let number = self.number(way);
        number.is_some_and(|number| self.found.contains(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::PieceSet;

    /// The squares of each region, found by flood fill.
    fn regions_by_walking(jumps: &Jumps, owner: Perspective, shape: &BoardShape) -> Vec<SquareSet> {
        let all = || shape.squares().flat_map(|over| jumps.across(owner, over));
        let mut regions: Vec<SquareSet> = Vec::new();
        for square in shape.squares() {
            if regions.iter().any(|region| region.contains(square)) {
                continue;
            }
            let mut region: SquareSet = [square].into_iter().collect();
            let mut size = 0;
            while size != region.len() {
                size = region.len();
                for [begin, end] in all() {
                    if region.contains(*begin) || region.contains(*end) {
                        region.insert(*begin);
                        region.insert(*end);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    #[test]
    fn open_jumps_are_those_that_begin_and_end_outside_of_the_set() {
        let all = |offsets: &[[i16; 2]]| -> Vec<Offset> {
            let offset = |&[dx, dy]: &[i16; 2]| Offset { dx, dy };
            offsets.iter().map(offset).collect()
        };
        let around = all(&[[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1]]);
        // Lists may share a jump, and one side's jumps may mirror the other's.
        let rules = JumpSeries {
            over: vec![around, all(&[[1, 0], [2, 1]])],
            over_own: false,
            en_passant: false,
            must_take: PieceSet::NONE,
            remove_at_end: false,
        };
        for (files, ranks) in [(8, 8), (9, 10), (12, 12)] {
            let shape = BoardShape::rectangle(files, ranks).unwrap();
            let jumps = Jumps::new(&rules, &shape);
            for every in 2..9 {
                let in_set = |square: &Square| square.index() % every < 2;
                let set: SquareSet = shape.squares().filter(in_set).collect();
                for owner in [Perspective::White, Perspective::Black] {
                    let is_open = |ends: &&[Square; 2]| ends.iter().all(|end| !set.contains(*end));
                    let all = set.iter().flat_map(|over| {
                        let ends = jumps.across(owner, over).iter();
                        ends.filter(is_open).map(move |[begin, _]| (over, *begin))
                    });
                    let mut expected: Vec<(u32, usize)> = regions_by_walking(&jumps, owner, &shape)
                        .iter()
                        .map(|region| {
                            let of_region =
                                all.clone().filter(|(_, begin)| region.contains(*begin));
                            let over: SquareSet = of_region.clone().map(|(over, _)| over).collect();
                            (over.len() as u32, of_region.count())
                        })
                        .collect();
                    let mut found: Vec<(u32, usize)> = jumps.open_jumps(owner, &set).collect();
                    for counts in [&mut expected, &mut found] {
                        counts.retain(|counts| *counts != (0, 0));
                        counts.sort_unstable();
                    }
                    assert_eq!(found, expected, "{files} {every}");
                }
            }
        }
    }
}
