//! What positions are worth by themselves, by their numbers. Most positions are asked for by quiescence, which
//! leaves nothing in the [table](super::table) where they are good enough, and comes to them again on other
//! ways.

use std::alloc::{Layout, handle_alloc_error};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::memory::{Large, Line, WORDS, prefetch};

/// So many are kept, in two mebibytes: few searches for a move by the clock ask for more.
const SLOTS: usize = 1 << 18;

/// The bits of a number that say in which slot it is; the slot holds the others, and what the position is worth.
const LOW_BITS: u64 = SLOTS as u64 - 1;

/// What no position is worth, so that a slot of zeros holds nothing.
const NO_WORTH: i16 = i16::MIN;

/// What the positions that were asked for last are worth.
///
/// By default it has no slots; nothing may be asked of it then.
#[derive(Debug, Default)]
pub(super) struct EvalCache(Large);

impl EvalCache {
    pub(super) fn new() -> EvalCache {
        let none = || handle_alloc_error(Layout::new::<[Line; SLOTS / WORDS]>());
        EvalCache::try_new().unwrap_or_else(none)
    }

    /// The same, if there is room for it.
    pub(super) fn try_new() -> Option<EvalCache> {
        Large::try_new(SLOTS / WORDS).map(EvalCache)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let slots = self.0.iter().flat_map(|line| &line.0);
        slots.for_each(|slot| slot.store(0, Relaxed));
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        let number = (key & LOW_BITS) as usize;
        &self.0[number / WORDS].0[number % WORDS]
    }

    /// What a position is worth; if it is not known, it is found and kept.
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

    /// Keeps what a position is worth.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, worth: i16) {
        let content = key & !LOW_BITS | u64::from((worth ^ NO_WORTH) as u16);
        self.slot(key).store(content, Relaxed);
    }

    /// Begins to fetch what is known of a position that will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.slot(key));
    }
}

#[cfg(test)]
mod tests {
    use super::EvalCache;

    #[test]
    fn what_a_position_is_worth_is_found_once() {
        let mut eval_cache = EvalCache::new();
        let [first, second, third] = [0x1234_5678_9abc_def0, 0x4321_5678_9abc_def0, 0x1234];
        assert_eq!(eval_cache.of(first, || -7), -7);
        assert_eq!(eval_cache.of(third, || 40), 40);
        assert_eq!(eval_cache.of(first, || unreachable!()), -7);
        assert_eq!(eval_cache.of(third, || unreachable!()), 40);
        // It takes the slot of the first.
        assert_eq!(eval_cache.of(second, || 3), 3);
        assert_eq!(eval_cache.of(first, || 5), 5);
        eval_cache.clear();
        assert_eq!(eval_cache.of(first, || 6), 6);
    }
}
