//! Small vectors with inline storage.

use tinyvec::{Array, TinyVec};

/// A list of small elements with inline storage for up to `N`.
pub type FewOf<T, const N: usize> = TinyVec<Room<T, N>>;

/// Copies a pair of values for both sides.
///
/// PERF: cloning an array is not inlined.
#[inline]
#[doc(hidden)]
pub fn cloned_pair<T: Clone>([white, black]: &[T; 2]) -> [T; 2] {
    [white.clone(), black.clone()]
}

/// Inline storage of `N` elements.
///
/// It replaces the array of the library, whose default is made element by element in calls that are not inlined.
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
