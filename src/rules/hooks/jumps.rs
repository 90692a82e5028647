//! The jumps of series from every square of a board, looked up.

use crate::definition::JumpSeries;
use crate::geometry::{BoardShape, Offset, Perspective, Square, SquareSet, Wrap};

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
    /// Whether no series takes anything from a square on which it could land, so that its captures
    /// make no room for its jumps.
    pub(crate) keeps_apart: bool,
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
        Jumps {
            lists: rules.over.iter().map(by_list).collect(),
            across: sides.map(|owner| squares().map(|over| across(over, owner)).collect()),
            keeps_apart: rules.over.iter().all(|list| keeps_apart(list, shape)),
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

    /// Where the jumps over a square begin and end, for a side.
    #[inline]
    pub(crate) fn across(&self, owner: Perspective, over: Square) -> &[[Square; 2]] {
        &self.across[owner as usize][over.index()]
    }
}

/// Whether jumps over these offsets never come to where one of them, from the same square, jumps
/// over.
fn keeps_apart(list: &[Offset], shape: &BoardShape) -> bool {
    let (files, ranks) = (i16::from(shape.files()), i16::from(shape.ranks()));
    let side = 2 * files;
    // Twice as wide as the board, so that any two squares of it are apart by one of these.
    let number = |[dx, dy]: [i16; 2]| {
        let inside = dx.abs() < files && dy.abs() < ranks;
        inside.then(|| Square::new(((dy + ranks) * side + dx + files) as u16))
    };
    let mut seen = SquareSet::new();
    let mut reached = vec![[0, 0]];
    seen.extend(number([0, 0]));
    let mut next = 0;
    while let Some([x, y]) = reached.get(next).copied() {
        next += 1;
        for offset in list {
            let there = [x + 2 * offset.dx, y + 2 * offset.dy];
            if number(there).is_some_and(|number| seen.insert(number)) {
                reached.push(there);
            }
        }
    }
    let lands = |offset: &Offset| {
        let square = number([offset.dx, offset.dy]);
        square.is_none_or(|square| seen.contains(square))
    };
    !list.iter().any(lands)
}
