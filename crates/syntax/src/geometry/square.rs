//! Squares as numbers.

/// A square of one [`BoardShape`](super::BoardShape): `rank * files + file`, from 0.
///
/// The number is meaningful only with the shape that made it.
///
/// [`BoardShape`](super::BoardShape) has an example.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The square with this number.
    #[inline]
    pub const fn new(index: u16) -> Self {
        Square(index)
    }

    /// The number of the square, for indexing arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}
