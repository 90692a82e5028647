//! Sets of pieces.

/// A set of pieces by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PieceSet(u128);

impl PieceSet {
    /// No piece.
    pub const NONE: PieceSet = PieceSet(0);
    /// Every piece.
    pub const ALL: PieceSet = PieceSet(u128::MAX);

    /// Whether the piece with this number is in the set.
    pub const fn contains(self, number: usize) -> bool {
        number < 128 && self.0 >> number & 1 != 0
    }

    /// Adds a piece, unless its number is beyond those that a variant can have.
    pub const fn insert(&mut self, number: usize) {
        if number < 128 {
            self.0 |= 1 << number;
        }
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..128).filter(move |number| self.contains(*number))
    }
}

impl FromIterator<usize> for PieceSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> PieceSet {
        let mut set = PieceSet::NONE;
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}
