//! Board: pieces on squares, with the square set of each side. Also colors, roles and pieces.

use std::hash::{Hash, Hasher};

use crate::geometry::{FewOf, Perspective, Square, SquareSet, cloned_pair};

/// The contents of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// An empty square.
    Empty,
    /// A piece.
    Piece(Piece),
    /// A wall placed during the game.
    Wall,
}

/// A board as an array of codes, one for each square.
///
/// # Invariants
/// `sides` are the squares of the pieces of each side, White's first.
///
/// ```
/// use ferz::Variant;
/// use ferz::state::Color;
///
/// let chess = Variant::builtin("chess").unwrap();
/// let start = chess.start();
/// let board = start.board();
/// let queen = board.piece(chess.square("d8").unwrap()).unwrap();
/// assert_eq!((chess.role_name(queen.role), queen.color), ("queen", Color::Black));
/// assert_eq!(board.pieces_of(Color::White).count(), 16);
/// ```
#[derive(Debug)]
pub struct Board {
    cells: FewOf<u16, 128>,
    sides: [SquareSet; 2],
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.cells == other.cells
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells.hash(state);
    }
}

impl Clone for Board {
    #[inline]
    fn clone(&self) -> Board {
        Board {
            cells: self.cells.clone(),
            sides: cloned_pair(&self.sides),
        }
    }
}

/// The number of codes.
pub(crate) const CODES: usize = 1024;

const EMPTY: u16 = 0;
const WALL: u16 = CODES as u16 - 1;

// Piece codes lie between the two.
const _: () = assert!(2 * Role::MAX < WALL as usize);

impl Board {
    /// An empty board of `area` squares.
    #[doc(hidden)]
    pub fn empty(area: usize) -> Board {
        Board {
            cells: std::iter::repeat_n(EMPTY, area).collect(),
            sides: [SquareSet::new(), SquareSet::new()],
        }
    }

    /// The contents of a square.
    #[inline]
    #[doc(hidden)]
    pub fn get(&self, square: Square) -> Cell {
        cell_of(self.cells[square.index()])
    }

    /// The piece on a square, if any.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self.get(square) {
            Cell::Piece(piece) => Some(piece),
            Cell::Empty | Cell::Wall => None,
        }
    }

    /// Puts a piece on a square, replacing its contents.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.cells[square.index()] = encode(piece);
        self.sides[piece.color.index()].insert(square);
        self.sides[piece.color.opponent().index()].remove(square);
    }

    /// Puts a wall on a square.
    #[doc(hidden)]
    pub fn put_wall(&mut self, square: Square) {
        self.lift(square);
        self.cells[square.index()] = WALL;
    }

    /// Empties a square and returns its piece.
    #[inline]
    #[doc(hidden)]
    pub fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece(square);
        self.cells[square.index()] = EMPTY;
        if let Some(piece) = piece {
            self.sides[piece.color.index()].remove(square);
        }
        piece
    }

    /// All pieces with their squares, in ascending order of squares.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let [white, black] = &self.sides;
        white.either(black).map(|square| self.with_piece(square))
    }

    /// The pieces of one side with their squares, in ascending order of squares.
    #[inline]
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> + '_ {
        // PERF: closures of iterator adapters are not inlined across codegen units.
        let mut squares = self.squares_of(color).iter();
        std::iter::from_fn(move || Some(self.with_piece(squares.next()?)))
    }

    /// The number of pieces.
    pub(crate) fn n_pieces(&self) -> usize {
        self.sides.iter().map(SquareSet::len).sum()
    }

    /// Whether the board has walls.
    #[inline]
    pub(crate) fn has_walls(&self) -> bool {
        // PERF: without an early exit, the comparison is vectorized.
        let walls = self.cells.iter().map(|code| u32::from(*code == WALL));
        walls.sum::<u32>() > 0
    }

    /// The squares of the pieces of one side.
    #[inline]
    #[doc(hidden)]
    pub fn squares_of(&self, color: Color) -> &SquareSet {
        &self.sides[color.index()]
    }

    /// An occupied square with its piece.
    #[inline]
    fn with_piece(&self, square: Square) -> (Square, Piece) {
        (square, decode(self.cells[square.index()]))
    }

    /// The [codes](code_of) of all squares, below [`CODES`], for indexing tables.
    #[inline]
    pub(crate) fn codes(&self) -> &[u16] {
        &self.cells
    }

    /// Calls `visit` with each square whose contents differ from those of another board of the same
    /// size, and with both contents.
    #[inline]
    pub(crate) fn differences(&self, other: &Board, mut visit: impl FnMut(Square, [Cell; 2])) {
        // PERF: compares blocks of squares, since few moves change more than two of them.
        const AT_ONCE: usize = 8;
        let (here, there) = (&self.cells[..], &other.cells[..]);
        let mut first = 0;
        for (ours, theirs) in here.chunks(AT_ONCE).zip(there.chunks(AT_ONCE)) {
            if ours != theirs {
                for index in 0..ours.len().min(theirs.len()) {
                    if ours[index] != theirs[index] {
                        let cells = [ours[index], theirs[index]].map(cell_of);
                        visit(Square::new((first + index) as u16), cells);
                    }
                }
            }
            first += AT_ONCE;
        }
    }

    /// The number of squares, including holes.
    #[doc(hidden)]
    pub fn area(&self) -> usize {
        self.cells.len()
    }
}

/// The code of a cell in [`Board::codes`].
pub(crate) const fn code_of(cell: Cell) -> u16 {
    match cell {
        Cell::Empty => EMPTY,
        Cell::Wall => WALL,
        Cell::Piece(piece) => encode(piece),
    }
}

/// The cell of a code.
#[inline]
const fn cell_of(code: u16) -> Cell {
    match code {
        EMPTY => Cell::Empty,
        WALL => Cell::Wall,
        code => Cell::Piece(decode(code)),
    }
}

#[inline]
const fn encode(piece: Piece) -> u16 {
    1 + (piece.role.index() as u16) * 2 + piece.color as u16
}

#[inline]
const fn decode(code: u16) -> Piece {
    let code = code - 1;
    Piece {
        color: if code & 1 == 0 {
            Color::White
        } else {
            Color::Black
        },
        role: Role::new((code >> 1) as usize),
    }
}

// Colors, roles and pieces.

/// A side.
///
/// It is exhaustive, because a game has two sides. [`Board`](super::Board) has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// White, which moves first by default.
    #[default]
    White,
    /// Black, which moves second by default.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// A value for each side, White first. PERF: unlike `map` of an array, it is inlined.
    #[inline]
    pub(crate) fn each<T>(value: impl Fn(Color) -> T) -> [T; 2] {
        [value(Color::White), value(Color::Black)]
    }

    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The perspective of the side.
    #[inline]
    pub const fn perspective(self) -> Perspective {
        match self {
            Color::White => Perspective::White,
            Color::Black => Perspective::Black,
        }
    }
}

/// A kind of piece of one variant, numbered in the order of the definition.
///
/// Meaningful only with the variant that issued it.
///
/// [`Board`](super::Board) has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role(u16);

impl Role {
    /// The largest number of roles in a variant.
    ///
    /// It is limited by the codes of a board's cells, which include both sides of each role and two
    /// more, and by the capacity of a [set of pieces](crate::definition::PieceSet).
    #[doc(hidden)]
    pub const MAX: usize = 500;

    /// The role with this number.
    ///
    /// # Panics
    /// If the number is not below [`Role::MAX`].
    #[inline]
    #[doc(hidden)]
    pub const fn new(number: usize) -> Role {
        assert!(number < Role::MAX, "more roles than a variant can have");
        Role(number as u16)
    }

    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "role{}", self.0)
    }
}

/// A piece: a kind and a side.
///
/// It is exhaustive: a piece has no other properties. [`Board`](super::Board) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// Its kind.
    pub role: Role,
}
