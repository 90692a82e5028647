//! Sorted lists with little machine code.

use std::borrow::Borrow;
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

/// The items in order, each once, with less machine code than a `BTreeSet`.
#[doc(hidden)]
pub fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    each_once(items.into_iter().collect())
}

/// [`sorted`] without the part that is compiled for each iterator.
fn each_once<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_compactly();
    items.dedup();
    items
}

/// Adds an item to a list of sorted items, unless it is there; returns whether it is new. For short lists, because
/// all items behind a new one are moved.
#[doc(hidden)]
pub fn add_to<T: Ord>(list: &mut Vec<T>, item: T) -> bool {
    let place = list.binary_search(&item).err();
    if let Some(place) = place {
        list.insert(place, item);
    }
    place.is_some()
}

/// The values of each key, in their order, by the order of the keys.
#[doc(hidden)]
pub fn grouped<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut pairs: Vec<(K, V)> = pairs.into_iter().collect();
    pairs.sort_compactly_by(|(one, _), (other, _)| one.cmp(other));
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.last_mut() {
            Some((known, values)) if *known == key => values.push(value),
            _ => groups.push((key, vec![value])),
        }
    }
    groups
}

/// The value of a key in a list that is sorted by its keys.
#[doc(hidden)]
pub fn value_at<'list, K, V, Q>(list: &'list [(K, V)], key: &Q) -> Option<&'list V>
where
    K: Borrow<Q>,
    Q: Ord + ?Sized,
{
    let place = list.binary_search_by(|(known, _)| known.borrow().cmp(key));
    place.ok().map(|place| &list[place].1)
}

/// The value of a key in a list that is sorted by its keys, which is added if it is missing. For short lists,
/// because all pairs behind a new one are moved.
#[doc(hidden)]
pub fn value_for<K: Ord, V: Default>(list: &mut Vec<(K, V)>, key: K) -> &mut V {
    let place = list.binary_search_by(|(known, _)| known.cmp(&key));
    let place = place.unwrap_or_else(|place| {
        list.insert(place, (key, V::default()));
        place
    });
    &mut list[place].1
}

/// The numbers below a length, sorted stably.
fn order(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

#[cfg(test)]
mod tests {
    use super::{CompactSort, add_to, grouped, sorted, value_at, value_for};

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

    #[test]
    fn items_and_keys_are_sorted_and_unique() {
        let mut items = sorted([3, 1, 4, 1]);
        assert_eq!(items, [1, 3, 4]);
        assert_eq!([2, 3].map(|item| add_to(&mut items, item)), [true, false]);
        assert_eq!(items, [1, 2, 3, 4]);
        let groups = [("a", vec![2, 4]), ("b", vec![1, 3])];
        assert_eq!(grouped([("b", 1), ("a", 2), ("b", 3), ("a", 4)]), groups);
        let mut counts: Vec<(String, usize)> = Vec::new();
        for key in ["b", "a", "c", "a"] {
            *value_for(&mut counts, key.to_owned()) += 1;
        }
        assert!(counts.is_sorted());
        assert_eq!(
            ["a", "b", "d"].map(|key| value_at(&counts, key).copied()),
            [Some(2), Some(1), None]
        );
    }
}
