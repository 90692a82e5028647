//! Static evaluation cache, indexed by the hash of the position.
//!
//! Most static evaluations are needed by quiescence nodes that fail high on them and so have no entry in the
//! [transposition table](super::table).

use std::alloc::{Layout, handle_alloc_error};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::table::{Large, Line, WORDS, prefetch};

/// Number of slots, 2 MiB in all: enough for the search of one move at usual time controls.
const SLOTS: usize = 1 << 18;

/// The bits of the hash that index the slot. The slot stores the other bits, and the evaluation in place of
/// these.
const LOW_BITS: u64 = SLOTS as u64 - 1;

/// An impossible evaluation; it makes a slot of zeros an empty one.
const NO_WORTH: i16 = i16::MIN;

/// A direct-mapped cache of static evaluations.
///
/// The default has no slots and must not be used for lookups.
#[derive(Debug, Default)]
pub(super) struct EvalCache(Large);

impl EvalCache {
    pub(super) fn new() -> EvalCache {
        let none = || handle_alloc_error(Layout::new::<[Line; SLOTS / WORDS]>());
        EvalCache::try_new().unwrap_or_else(none)
    }

    /// Creates a cache, if there is memory for it.
    pub(super) fn try_new() -> Option<EvalCache> {
        Large::try_new(SLOTS / WORDS).map(EvalCache)
    }

    /// Empties the cache.
    pub(super) fn clear(&mut self) {
        let slots = self.0.iter().flat_map(|line| &line.0);
        slots.for_each(|slot| slot.store(0, Relaxed));
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        let number = (key & LOW_BITS) as usize;
        &self.0[number / WORDS].0[number % WORDS]
    }

    /// Returns the cached evaluation, or computes and stores it.
    #[inline]
    pub(super) fn of(&mut self, key: u64, find: impl FnOnce() -> i16) -> i16 {
        let slot = self.slot(key).load(Relaxed);
        if (slot ^ key) & !LOW_BITS == 0 && slot & LOW_BITS != 0 {
            return (slot & LOW_BITS) as u16 as i16 ^ NO_WORTH;
        }
        let worth = find();
        self.keep(key, worth);
        worth
    }

    /// Stores an evaluation.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, worth: i16) {
        let content = key & !LOW_BITS | u64::from((worth ^ NO_WORTH) as u16);
        self.slot(key).store(content, Relaxed);
    }

    /// Prefetches the slot of a position.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.slot(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_position_is_worth_is_found_once() {
        let mut eval_cache = EvalCache::new();
        let [first, second, third] = [0x1234_5678_9abc_def0, 0x4321_5678_9abc_def0, 0x1234];
        assert_eq!(eval_cache.of(first, || -7), -7);
        assert_eq!(eval_cache.of(third, || 40), 40);
        assert_eq!(eval_cache.of(first, || unreachable!()), -7);
        assert_eq!(eval_cache.of(third, || unreachable!()), 40);
        // The second position has the same slot as the first.
        assert_eq!(eval_cache.of(second, || 3), 3);
        assert_eq!(eval_cache.of(first, || 5), 5);
        eval_cache.clear();
        assert_eq!(eval_cache.of(first, || 6), 6);
    }
}
