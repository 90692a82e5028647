//! Lists of a few small elements, which need no allocation.

use tinyvec::{Array, TinyVec};

/// A list of small elements; up to `N` of them need no allocation.
pub type FewOf<T, const N: usize> = TinyVec<Room<T, N>>;

/// What belongs to the two sides, copied.
///
/// PERF: the clone of an array goes through iterators, by calls.
#[inline]
pub(crate) fn cloned_pair<T: Clone>([white, black]: &[T; 2]) -> [T; 2] {
    [white.clone(), black.clone()]
}

/// Room for so many elements.
///
/// An array would do, but the one of the library is made element by element, by calls.
#[derive(Clone, Copy, Debug)]
pub struct Room<T, const N: usize>([T; N]);

impl<T: Copy + Default, const N: usize> Array for Room<T, N> {
    type Item = T;

    const CAPACITY: usize = N;

    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        &self.0
    }

    #[inline(always)]
    fn as_slice_mut(&mut self) -> &mut [T] {
        &mut self.0
    }

    #[inline(always)]
    fn default() -> Self {
        Room([T::default(); N])
    }
}
