//! The jumps of series from every square of a board, looked up.

use crate::definition::JumpSeries;
use crate::geometry::{BoardShape, Compass, Offset, Perspective, Square, SquareSet, Wrap};

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
    /// By side and square: where a jump over the square begins, and where it ends.
    across: [Vec<Box<[[Square; 2]]>>; 2],
    /// By side and square: the ends of all jumps over the square.
    beside: [Vec<SquareSet>; 2],
    /// By list: how far from one another the squares are on which one series may land.
    strides: Vec<Strides>,
    /// Whether no series takes anything from a square on which it could land, so that its captures
    /// make no room for its jumps.
    pub(crate) keeps_apart: bool,
    /// Whether no series can jump over one square in two lines.
    pub(crate) in_lines: bool,
}

impl Jumps {
    /// The jumps of a kind of series on a board.
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
                // Both offsets of one line are no crossing.
                let same = apart == [0, 0] || across == [0, 0];
                (!same).then_some([apart, across]).into_iter().flatten()
            });
            ways.any(|way| strides.contains(way))
        };
        Jumps {
            in_lines: !rules.over.iter().zip(&strides).any(crosses),
            keeps_apart: rules.over.iter().zip(&strides).all(apart),
            strides,
            lists: rules.over.iter().map(by_list).collect(),
            beside: sides.map(|owner| {
                let ends = |over| across(over, owner).iter().flatten().copied().collect();
                squares().map(ends).collect()
            }),
            across: sides.map(|owner| squares().map(|over| across(over, owner)).collect()),
        }
    }

    /// The number of lists; a series keeps to one of them.
    pub(crate) fn n_lists(&self) -> usize {
        self.lists.len()
    }

    /// The jumps of one list from a square, for a side.
    #[inline]
    pub(crate) fn from(&self, list: usize, owner: Perspective, square: Square) -> &[Hop] {
        &self.lists[list][owner as usize][square.index()]
    }

    /// Whether a series that begins on one square may come to the other one, whatever stands around.
    pub(crate) fn may_land(&self, compass: &Compass, from: Square, to: Square) -> bool {
        let dx = compass.file_of(to) - compass.file_of(from);
        let dy = compass.rank_of(to) - compass.rank_of(from);
        self.strides
            .iter()
            .any(|strides| strides.contains([dx, dy]))
    }

    /// The squares on which jumps over a square begin or end, for a side.
    #[inline]
    pub(crate) fn beside(&self, owner: Perspective, over: Square) -> &SquareSet {
        &self.beside[owner as usize][over.index()]
    }

    /// Where the jumps over a square begin and end, for a side.
    #[inline]
    pub(crate) fn across(&self, owner: Perspective, over: Square) -> &[[Square; 2]] {
        &self.across[owner as usize][over.index()]
    }
}

/// The ways that jumps over some offsets, one after the other, can lead, in files and ranks.
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

    /// A way as a square of a board twice as wide, on which any two squares are apart by one of these.
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
