//! Compass: lookup tables of neighbors, lines, files and ranks for each square of a board.

use super::shape::{BoardShape, Perspective, Wrap};
use super::{Offset, Square, SquareSet};

/// One of the eight directions from White's view, clockwise from straight ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Bearing(u8);

impl Bearing {
    /// All eight directions.
    #[doc(hidden)]
    pub const ALL: [Bearing; 8] = [
        Bearing(0),
        Bearing(1),
        Bearing(2),
        Bearing(3),
        Bearing(4),
        Bearing(5),
        Bearing(6),
        Bearing(7),
    ];

    /// To the right from White's view.
    #[doc(hidden)]
    pub const EAST: Bearing = Bearing(2);

    /// To the left from White's view.
    #[doc(hidden)]
    pub const WEST: Bearing = Bearing(6);

    /// The directions along files and ranks.
    #[doc(hidden)]
    pub const ORTHOGONAL: [Bearing; 4] = [Bearing(0), Bearing(2), Bearing(4), Bearing(6)];

    /// Whether it is along a file or a rank.
    #[inline]
    #[doc(hidden)]
    pub const fn is_orthogonal(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// The opposite direction.
    #[inline]
    #[doc(hidden)]
    pub const fn opposite(self) -> Bearing {
        Bearing((self.0 + 4) % 8)
    }

    const fn offset(self) -> Offset {
        const STEPS: [i16; 8] = [0, 1, 1, 1, 0, -1, -1, -1];
        Offset {
            dx: STEPS[self.0 as usize],
            dy: STEPS[(self.0 as usize + 2) % 8],
        }
    }
}

/// Directions by the signs of the differences of files and ranks, -1 first; the central entry is unused.
const BY_SIGNS: [[u8; 3]; 3] = [[5, 6, 7], [4, 0, 0], [3, 2, 1]];

/// Lookup tables for the squares of one board, without wrapping.
#[derive(Debug)]
#[doc(hidden)]
pub struct Compass {
    /// By square and direction.
    next: Vec<[Option<Square>; 8]>,
    /// By square: the squares one king's step away.
    around: Vec<SquareSet>,
    /// By square: the squares one orthogonal step away.
    beside: Vec<SquareSet>,
    /// By square: file and rank.
    places: Vec<[i16; 2]>,
}

impl Compass {
    /// Computes the tables of a board.
    #[doc(hidden)]
    pub fn new(shape: &BoardShape) -> Compass {
        let squares = || (0..shape.area() as u16).map(Square::new);
        let steps = |square: Square| {
            Bearing::ALL
                .map(|bearing| shape.step(square, bearing.offset(), Perspective::White, Wrap::None))
        };
        let next: Vec<_> = squares().map(steps).collect();
        let around = |all: &[Option<Square>; 8]| all.iter().flatten().copied().collect();
        let beside = |all: &[Option<Square>; 8]| {
            let straight = all.iter().step_by(2);
            straight.flatten().copied().collect()
        };
        Compass {
            around: next.iter().map(around).collect(),
            beside: next.iter().map(beside).collect(),
            next,
            places: squares()
                .map(|square| [shape.file_of(square), shape.rank_of(square)].map(i16::from))
                .collect(),
        }
    }

    /// The next square in a direction, if the board has it.
    #[inline]
    #[doc(hidden)]
    pub fn next(&self, square: Square, bearing: Bearing) -> Option<Square> {
        self.next[square.index()][bearing.0 as usize]
    }

    /// The squares in a direction up to the edge of the board.
    #[inline]
    #[doc(hidden)]
    pub fn ray(&self, square: Square, bearing: Bearing) -> impl Iterator<Item = Square> + '_ {
        std::iter::successors(self.next(square, bearing), move |at| {
            self.next(*at, bearing)
        })
    }

    /// The squares one king's step away, clockwise from the one straight ahead.
    #[inline]
    #[doc(hidden)]
    pub fn neighbors(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.next[square.index()].iter().flatten().copied()
    }

    /// The squares one king's step away.
    #[inline]
    #[doc(hidden)]
    pub fn around(&self, square: Square) -> &SquareSet {
        &self.around[square.index()]
    }

    /// The squares one orthogonal step away.
    #[inline]
    #[doc(hidden)]
    pub fn beside(&self, square: Square) -> &SquareSet {
        &self.beside[square.index()]
    }

    /// The file of a square, from 0.
    #[inline]
    #[doc(hidden)]
    pub fn file_of(&self, square: Square) -> i16 {
        self.places[square.index()][0]
    }

    /// The rank of a square, from 0.
    #[inline]
    #[doc(hidden)]
    pub fn rank_of(&self, square: Square) -> i16 {
        self.places[square.index()][1]
    }

    /// The direction from one square to another; `None` if they are not on a line.
    #[inline]
    #[doc(hidden)]
    pub fn bearing(&self, from: Square, to: Square) -> Option<Bearing> {
        let ([file, rank], [other_file, other_rank]) =
            (self.places[from.index()], self.places[to.index()]);
        let (dx, dy) = (other_file - file, other_rank - rank);
        let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let sign = |by: i16| (by.signum() + 1) as usize;
        (straight && from != to).then(|| Bearing(BY_SIGNS[sign(dx)][sign(dy)]))
    }

    /// The differences in files and ranks between two squares.
    #[inline]
    #[doc(hidden)]
    pub fn apart(&self, from: Square, to: Square) -> [u16; 2] {
        [
            self.file_of(from).abs_diff(self.file_of(to)),
            self.rank_of(from).abs_diff(self.rank_of(to)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bearings_lead_where_they_point() {
        let holes = [Square::new(0), Square::new(30)].into_iter().collect();
        let shape = BoardShape::rectangle(7, 9)
            .and_then(|shape| shape.with_holes(&holes))
            .expect("a board");
        let compass = Compass::new(&shape);
        for from in shape.squares() {
            let (mut near, mut straight) = (SquareSet::new(), SquareSet::new());
            for bearing in Bearing::ALL {
                for to in compass.ray(from, bearing) {
                    assert_eq!(compass.bearing(from, to), Some(bearing));
                    assert_eq!(compass.bearing(to, from), Some(bearing.opposite()));
                    let [files, ranks] = compass.apart(from, to);
                    assert_eq!(bearing.is_orthogonal(), files == 0 || ranks == 0);
                }
                near.extend(compass.next(from, bearing));
                if bearing.is_orthogonal() {
                    straight.extend(compass.next(from, bearing));
                }
            }
            assert_eq!(compass.around(from), &near);
            assert_eq!(compass.beside(from), &straight);
            assert_eq!(compass.neighbors(from).collect::<SquareSet>(), near);
            assert_eq!(compass.bearing(from, from), None);
        }
    }
}
