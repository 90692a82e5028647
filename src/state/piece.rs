//! Colors, roles and pieces.

use crate::geometry::Perspective;

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
