//! Targets by square: the interface of all lookups, and the simplest of them.

use super::bits::Bits;
use crate::geometry::{Square, SquareSet};
use crate::movegen::tables::paths::{RawPath, is_free};
use crate::rules::CompiledRules;

/// Maximum number of entries of one kernel's table.
pub(super) const TABLE_LIMIT: usize = 1 << 19;

/// A value for each square, indexed without a bounds check.
#[derive(Clone, Debug)]
pub(crate) struct BySquare<T, const N: usize>([[T; 64]; N]);

impl<T: Copy, const N: usize> BySquare<T, N> {
    pub(crate) fn new(filler: T, values: impl IntoIterator<Item = T>) -> Self {
        let mut table = [[filler; 64]; N];
        for (square, value) in values.into_iter().enumerate() {
            table[square >> 6][square & 63] = value;
        }
        BySquare(table)
    }

    pub(crate) fn at_mut(&mut self, square: usize) -> &mut T {
        &mut self.0[(square >> 6) % N][square & 63]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    #[inline(always)]
    pub(crate) fn at(&self, square: usize) -> &T {
        if N == 1 {
            &self.0[0][square & 63]
        } else {
            &self.0[(square >> 6) % N][square & 63]
        }
    }
}

pub(crate) fn by_square<const N: usize>(
    rules: &CompiledRules,
    of: impl Fn(Square) -> SquareSet,
) -> BySquare<Bits<N>, N> {
    let all = (0..rules.shape.area()).map(|index| Square::new(index as u16));
    BySquare::new(
        Bits::NONE,
        all.map(|square| Bits::from_squares(&of(square))),
    )
}

/// Lookup of targets by square.
pub(crate) trait Targets<const N: usize> {
    /// The targets from `square`.
    fn targets(&self, square: usize, occupied: &Bits<N>) -> Bits<N>;
}

impl<const N: usize> Targets<N> for BySquare<Bits<N>, N> {
    #[inline(always)]
    fn targets(&self, square: usize, _: &Bits<N>) -> Bits<N> {
        *self.at(square)
    }
}

pub(crate) fn base<const N: usize>(list: &[RawPath]) -> Bits<N> {
    list.iter()
        .filter(|path| is_free(path))
        .fold(Bits::NONE, |set, path| set | Bits::single(path.to as usize))
}
