//! Sorting with little machine code.

use std::cmp::Ordering;

/// Stable sorts for code that runs rarely: readers, writers and explanations. They allocate.
///
/// A sort of the standard library is compiled anew for every type, to 4 kB of machine code. These methods sort
/// numbers of items instead, so that all types share one sort, and only the comparison is compiled for each.
#[doc(hidden)]
pub trait CompactSort<T> {
    /// Sorts the items with a comparison.
    fn sort_compactly_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts the items by their keys. A key is computed for each comparison.
    fn sort_compactly_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.sort_compactly_by(|one, other| key(one).cmp(&key(other)));
    }

    /// Sorts the items.
    fn sort_compactly(&mut self)
    where
        T: Ord,
    {
        self.sort_compactly_by(T::cmp);
    }
}

impl<T> CompactSort<T> for [T] {
    fn sort_compactly_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut order = order(self.len(), &mut |one, other| {
            compare(&self[one], &self[other])
        });
        // Each round puts the items of one cycle of the permutation into their places.
        for start in 0..self.len() {
            let mut place = start;
            while order[place] != start {
                let next = order[place];
                order[place] = place;
                self.swap(place, next);
                place = next;
            }
            order[place] = place;
        }
    }
}

/// The numbers below a length, sorted stably.
fn order(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

#[cfg(test)]
mod tests {
    use super::CompactSort;

    #[test]
    fn items_are_sorted_stably() {
        // All lists of up to six digits below four, with their places.
        for length in 0..=6_u32 {
            for number in 0..4_usize.pow(length) {
                let digit = |place| number / 4_usize.pow(place) % 4;
                let mut items: Vec<_> = (0..length).map(|place| (digit(place), place)).collect();
                let mut sorted = items.clone();
                sorted.sort_by_key(|(digit, _)| *digit);
                items.sort_compactly_by_key(|(digit, _)| *digit);
                assert_eq!(items, sorted);
            }
        }
    }
}
