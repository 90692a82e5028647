//! Board shapes: files and ranks, existing squares, joined edges, and the names of squares.

use std::fmt;

use super::ring::Offset;
use super::square::Square;
use super::square_set::SquareSet;

/// The limits on letters and digits in the name of a square.
const MOST_LETTERS: usize = 2;
const MOST_DIGITS: usize = 3;

/// The side from whose view displacements are given. Black's forward is White's backward, and
/// Black's right is White's left.
///
/// It is exhaustive, because a game has two sides. [`Zone`](super::Zone) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Perspective {
    /// Forward is towards higher ranks.
    White,
    /// Forward is towards lower ranks.
    Black,
}

/// The joined edges of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Wrap {
    /// No edges.
    #[default]
    None,
    /// The first and last file are neighbors.
    Cylinder,
    /// The first and last file, and the first and last rank, are neighbors.
    Torus,
}

/// The reason why a board shape is invalid.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::geometry::{BoardShape, ShapeError};
///
/// assert_eq!(BoardShape::rectangle(0, 8), Err(ShapeError::Empty));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// More than [`BoardShape::MAX_SIDE`] files or ranks.
    TooLarge,
    /// No file, no rank, or only holes.
    Empty,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::TooLarge => write!(
                f,
                "a board has at most {0} files and {0} ranks",
                BoardShape::MAX_SIDE
            ),
            ShapeError::Empty => f.write_str("a board needs at least one square"),
        }
    }
}

impl std::error::Error for ShapeError {}

/// The squares of a board, or its intersections, as ranks and files of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    unit: u8,
    shift: u8,
}

impl Layer {
    /// The place on a file and a rank of the layer, counted from 0.
    #[inline]
    pub fn at(&self, shape: &BoardShape, file: u8, rank: u8) -> Option<Square> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        shape.at(file * self.unit + self.shift, rank * self.unit + self.shift)
    }
}

/// A rectangle of squares, some of which may be missing.
///
/// # Invariants
/// `1 <= files, ranks <= 36`; at least one square exists; `vanishing` and `holes` are disjoint.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::geometry::{BoardShape, SquareSet};
///
/// let board = BoardShape::rectangle(10, 8).unwrap();
/// let square = board.parse("j8").unwrap();
/// assert_eq!((board.file_of(square), board.rank_of(square)), (9, 7));
/// assert_eq!(board.at(9, 7), Some(square));
/// let corners: SquareSet = ["a1", "j1"].iter().filter_map(|name| board.parse(name)).collect();
/// assert_eq!(board.with_holes(&corners).unwrap().squares().count(), 78);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardShape {
    files: u8,
    ranks: u8,
    first_rank: i16,
    /// The letters of the files, if they differ from `a`, `b`, `c` and so on.
    file_letters: Option<Box<str>>,
    holes: SquareSet,
    vanishing: SquareSet,
    lattice: bool,
}

impl BoardShape {
    /// The largest number of files and of ranks.
    #[doc(hidden)]
    pub const MAX_SIDE: u8 = 36;

    /// A full rectangle with ranks numbered from 1.
    pub fn rectangle(files: u8, ranks: u8) -> Result<Self, ShapeError> {
        if files > Self::MAX_SIDE || ranks > Self::MAX_SIDE {
            return Err(ShapeError::TooLarge);
        }
        if files == 0 || ranks == 0 {
            return Err(ShapeError::Empty);
        }
        Ok(BoardShape {
            files,
            ranks,
            first_rank: 1,
            file_letters: None,
            holes: SquareSet::new(),
            vanishing: SquareSet::new(),
            lattice: false,
        })
    }

    /// A board whose inner corners of squares, the intersections, are places too.
    ///
    /// Its rectangle is a lattice of half-steps: squares have even files and ranks, intersections
    /// odd ones, and the other places are holes. One square ahead is two ranks.
    #[doc(hidden)]
    pub fn with_intersections(files: u8, ranks: u8) -> Result<Self, ShapeError> {
        if files > Self::MAX_SIDE / 2 || ranks > Self::MAX_SIDE / 2 {
            return Err(ShapeError::TooLarge);
        }
        if files == 0 || ranks == 0 {
            return Err(ShapeError::Empty);
        }
        let mut shape = BoardShape::rectangle(2 * files - 1, 2 * ranks - 1)?;
        shape.lattice = true;
        Ok(shape.whole())
    }

    /// The same board with all places of its rectangle.
    #[must_use]
    #[doc(hidden)]
    pub fn whole(&self) -> BoardShape {
        let is_between = |square: &Square| (self.file_of(*square) + self.rank_of(*square)) % 2 == 1;
        let all = (0..self.area() as u16).map(Square::new);
        BoardShape {
            holes: if self.lattice {
                all.filter(is_between).collect()
            } else {
                SquareSet::new()
            },
            vanishing: SquareSet::new(),
            ..self.clone()
        }
    }

    /// The same board with additional holes: they hold no pieces, stop sliders, and are crossed by leaps.
    pub fn with_holes(mut self, holes: &SquareSet) -> Result<Self, ShapeError> {
        self.holes = self.holes.union(holes);
        self.vanishing = self.vanishing.difference(&self.holes);
        if self.holes.len() >= self.area() {
            return Err(ShapeError::Empty);
        }
        Ok(self)
    }

    /// The same board with vanishing squares, which exist only while a piece stands on them.
    #[doc(hidden)]
    pub fn with_vanishing(mut self, vanishing: &SquareSet) -> Self {
        self.vanishing = self.vanishing.union(vanishing);
        self.holes = self.holes.difference(&self.vanishing);
        self
    }

    /// The same board with another number of its first rank.
    #[doc(hidden)]
    pub fn with_first_rank(mut self, first_rank: i16) -> Self {
        self.first_rank = first_rank;
        self
    }

    /// The same board with other names of its files: a small letter for each, from the left.
    ///
    /// # Errors
    /// Returns the board if the letters are not small, not distinct, or not as many as the files.
    #[doc(hidden)]
    pub fn with_file_letters(mut self, letters: &str) -> Result<Self, Self> {
        let bytes = letters.as_bytes();
        let small = bytes.iter().all(u8::is_ascii_lowercase);
        let twice = (1..bytes.len()).any(|at| bytes[..at].contains(&bytes[at]));
        if bytes.len() != self.squares_layer().files as usize || !small || twice {
            return Err(self);
        }
        self.file_letters = Some(letters.into());
        Ok(self)
    }

    /// The letters of the files, if they are not the usual ones.
    #[doc(hidden)]
    pub fn file_letters(&self) -> Option<&str> {
        self.file_letters.as_deref()
    }

    /// The number of files.
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// The number of ranks.
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The number of the first rank.
    #[doc(hidden)]
    pub const fn first_rank(&self) -> i16 {
        self.first_rank
    }

    /// Whether the board has intersections.
    #[doc(hidden)]
    pub const fn has_intersections(&self) -> bool {
        self.lattice
    }

    /// The number of files or ranks of the rectangle from one square to the next.
    #[doc(hidden)]
    pub const fn unit(&self) -> u8 {
        if self.lattice { 2 } else { 1 }
    }

    /// Whether the place is an intersection.
    #[doc(hidden)]
    pub const fn is_intersection(&self, square: Square) -> bool {
        self.lattice && self.rank_of(square) % 2 == 1
    }

    /// The squares as a layer.
    #[doc(hidden)]
    pub const fn squares_layer(&self) -> Layer {
        Layer {
            files: (self.files - 1) / self.unit() + 1,
            ranks: (self.ranks - 1) / self.unit() + 1,
            unit: self.unit(),
            shift: 0,
        }
    }

    /// The intersections as a layer.
    #[doc(hidden)]
    pub const fn intersection_layer(&self) -> Option<Layer> {
        if self.lattice && self.files > 1 && self.ranks > 1 {
            Some(Layer {
                files: self.files / 2,
                ranks: self.ranks / 2,
                unit: 2,
                shift: 1,
            })
        } else {
            None
        }
    }

    /// The number of squares of the rectangle, including holes: the length of arrays indexed by square.
    pub const fn area(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The squares of the rectangle that never exist.
    #[doc(hidden)]
    pub const fn holes(&self) -> &SquareSet {
        &self.holes
    }

    /// The squares that exist only while occupied.
    #[doc(hidden)]
    pub const fn vanishing(&self) -> &SquareSet {
        &self.vanishing
    }

    /// Whether the square is part of the board, which includes vanishing squares.
    #[inline]
    #[doc(hidden)]
    pub fn exists(&self, square: Square) -> bool {
        !self.holes.contains(square)
    }

    /// The existing squares in ascending order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.area() as u16)
            .map(Square::new)
            .filter(|square| self.exists(*square))
    }

    /// The square on a file and a rank counted from 0, existing or not.
    #[inline]
    pub const fn at(&self, file: u8, rank: u8) -> Option<Square> {
        if file < self.files && rank < self.ranks {
            Some(Square::new(rank as u16 * self.files as u16 + file as u16))
        } else {
            None
        }
    }

    /// The file of a square, from 0.
    #[inline]
    pub const fn file_of(&self, square: Square) -> u8 {
        (square.index() as u16 % self.files as u16) as u8
    }

    /// The rank of a square, from 0.
    #[inline]
    pub const fn rank_of(&self, square: Square) -> u8 {
        (square.index() as u16 / self.files as u16) as u8
    }

    /// The rank of a square counted from 0 at the owner's side.
    #[doc(hidden)]
    pub const fn relative_rank(&self, square: Square, owner: Perspective) -> u8 {
        match owner {
            Perspective::White => self.rank_of(square),
            Perspective::Black => self.ranks - 1 - self.rank_of(square),
        }
    }

    /// The existing square at `offset` from `from`, if it is on the board.
    #[inline]
    #[doc(hidden)]
    pub fn step(
        &self,
        from: Square,
        offset: Offset,
        owner: Perspective,
        wrap: Wrap,
    ) -> Option<Square> {
        let sign = match owner {
            Perspective::White => 1,
            Perspective::Black => -1,
        };
        let mut file = self.file_of(from) as i16 + sign * offset.dx;
        let mut rank = self.rank_of(from) as i16 + sign * offset.dy;
        if wrap != Wrap::None {
            file = file.rem_euclid(self.files as i16);
        }
        if wrap == Wrap::Torus {
            rank = rank.rem_euclid(self.ranks as i16);
        }
        if file < 0 || rank < 0 {
            return None;
        }
        self.at(file as u8, rank as u8)
            .filter(|square| self.exists(*square))
    }

    /// The squares between two squares on a rank, a file or a diagonal, from the first on,
    /// including holes; empty if the two are not on such a line.
    #[doc(hidden)]
    pub fn line_between(&self, from: Square, to: Square) -> Vec<Square> {
        let files = i16::from(self.file_of(to)) - i16::from(self.file_of(from));
        let ranks = i16::from(self.rank_of(to)) - i16::from(self.rank_of(from));
        if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
            return Vec::new();
        }
        let step = files.signum() + ranks.signum() * self.files as i16;
        let first = from.index() as i16;
        let steps = 1..files.abs().max(ranks.abs());
        steps
            .map(|n| Square::new((first + n * step) as u16))
            .collect()
    }

    /// The square mirrored vertically: same file, opposite rank.
    #[doc(hidden)]
    pub const fn mirrored(&self, square: Square) -> Square {
        let rank = self.ranks - 1 - self.rank_of(square);
        Square::new(rank as u16 * self.files as u16 + self.file_of(square) as u16)
    }

    /// The name of a file: `a` to `z`, then `aa`, `ab`, and so on.
    #[doc(hidden)]
    pub fn file_name(file: u8) -> String {
        let letter = |n: u8| (b'a' + n) as char;
        if file < 26 {
            letter(file).to_string()
        } else {
            format!("{}{}", letter(file / 26 - 1), letter(file % 26))
        }
    }

    /// The name of a file of squares, counted from 0.
    #[doc(hidden)]
    pub fn column(&self, file: u8) -> String {
        match &self.file_letters {
            Some(letters) => letters[file as usize..=file as usize].to_owned(),
            None => Self::file_name(file),
        }
    }

    /// The label of a file in a diagram: its name, or nothing for a file of intersections.
    #[doc(hidden)]
    pub fn file_label(&self, file: u8) -> String {
        if file.is_multiple_of(self.unit()) {
            self.column(file / self.unit())
        } else {
            String::new()
        }
    }

    /// The label of a rank in a diagram: its number, or nothing for a rank of intersections.
    #[doc(hidden)]
    pub fn rank_label(&self, rank: u8) -> String {
        if rank.is_multiple_of(self.unit()) {
            (i16::from(rank / self.unit()) + self.first_rank).to_string()
        } else {
            String::new()
        }
    }

    /// The name of a square, such as `e4`, or of an intersection, such as `e4+`.
    pub fn name(&self, square: Square) -> String {
        let unit = self.unit();
        let rank = i16::from(self.rank_of(square) / unit) + self.first_rank;
        let file = self.column(self.file_of(square) / unit);
        let mark = if self.is_intersection(square) {
            "+"
        } else {
            ""
        };
        format!("{file}{rank}{mark}")
    }

    /// Reads the square at the beginning of `text`, with the length of its name in bytes.
    #[doc(hidden)]
    pub fn parse_prefix(&self, text: &str) -> Option<(Square, usize)> {
        let bytes = text.as_bytes();
        let (letters, digits) = name_lengths(text)?;
        let value = |b: u8| (b - b'a') as u16;
        let file = match letters {
            _ if self.file_letters.is_some() => (0..self.squares_layer().files)
                .find(|file| self.column(*file) == text[..letters])?
                .into(),
            1 => value(bytes[0]),
            _ => (value(bytes[0]) + 1) * 26 + value(bytes[1]),
        };
        let rank: i16 = text[letters..letters + digits].parse().ok()?;
        let rank = u8::try_from(rank - self.first_rank).ok()?;
        let file = u8::try_from(file).ok()?;
        let unit = self.unit();
        let shift = u8::from(self.lattice && bytes.get(letters + digits) == Some(&b'+'));
        let square = self.at(
            file.checked_mul(unit)?.checked_add(shift)?,
            rank.checked_mul(unit)?.checked_add(shift)?,
        )?;
        Some((square, letters + digits + usize::from(shift)))
    }

    /// The square of the rectangle that `text` names, if any.
    pub fn parse(&self, text: &str) -> Option<Square> {
        self.parse_prefix(text)
            .filter(|(_, length)| *length == text.len())
            .map(|(square, _)| square)
    }
}

/// The numbers of letters and digits at the beginning of a text, if they can form the name of a
/// square.
pub fn name_lengths(text: &str) -> Option<(usize, usize)> {
    // Scans at most one byte beyond the limit, since long texts are tested at each of their bytes.
    let lead = |from: usize, most: usize, is_part: fn(&u8) -> bool| {
        let part = text.as_bytes()[from..].iter().take(most + 1);
        let length = part.take_while(|byte| is_part(byte)).count();
        (1..=most).contains(&length).then_some(length)
    };
    let letters = lead(0, MOST_LETTERS, u8::is_ascii_lowercase)?;
    let digits = lead(letters, MOST_DIGITS, u8::is_ascii_digit)?;
    Some((letters, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_are_inverses() {
        let shape = BoardShape::rectangle(36, 36).unwrap().with_first_rank(0);
        for square in shape.squares() {
            assert_eq!(shape.parse(&shape.name(square)), Some(square));
        }
        assert_eq!(shape.name(shape.at(26, 10).unwrap()), "aa10");
        assert_eq!(shape.parse("a36"), None);
    }

    #[test]
    fn intersections_are_named_by_the_square_below_them_to_the_left() {
        let shape = BoardShape::with_intersections(12, 10).unwrap();
        assert_eq!(shape.squares().count(), 12 * 10 + 11 * 9);
        for square in shape.squares() {
            assert_eq!(shape.parse(&shape.name(square)), Some(square));
        }
        let intersection = shape.parse("e4+").unwrap();
        assert!(shape.is_intersection(intersection));
        let up = Offset { dx: 1, dy: 1 };
        let next = shape.step(intersection, up, Perspective::White, Wrap::None);
        assert_eq!(next, shape.parse("f5"));
        assert_eq!(shape.parse("l4+"), None);
    }

    #[test]
    fn sizes_are_bounded() {
        assert_eq!(BoardShape::rectangle(0, 0), Err(ShapeError::Empty));
        assert_eq!(BoardShape::rectangle(37, 1), Err(ShapeError::TooLarge));
        assert_eq!(BoardShape::rectangle(1, 36).unwrap().area(), 36);
    }

    #[test]
    fn holes_end_a_walk_and_cylinders_join_the_edge_files() {
        let shape = BoardShape::rectangle(8, 8).unwrap();
        let d4 = shape.parse("d4").unwrap();
        let shape = shape.with_holes(&[d4].into_iter().collect()).unwrap();
        let up = Offset { dx: 0, dy: 1 };
        assert_eq!(
            shape.step(
                shape.parse("d3").unwrap(),
                up,
                Perspective::White,
                Wrap::None
            ),
            None
        );
        let right = Offset { dx: 1, dy: 0 };
        let h1 = shape.parse("h1").unwrap();
        assert_eq!(
            shape.step(h1, right, Perspective::White, Wrap::Cylinder),
            shape.parse("a1")
        );
    }
}
