//! What positions are worth by themselves, by their numbers. Most positions are asked for by quiescence, which
//! leaves nothing in the [table](super::table) where they are good enough, and comes to them again on other
//! ways.

use super::memory::{Large, prefetch};

/// So many are kept, in two mebibytes: few searches for a move by the clock ask for more.
const SLOTS: usize = 1 << 18;

/// The bits of a number that say in which slot it is; the slot holds the others, and what the position is worth.
const LOW_BITS: u64 = SLOTS as u64 - 1;

/// In slots that hold nothing; no position is worth so little.
const EMPTY: u64 = i16::MIN as u16 as u64;

/// What the positions that were asked for last are worth.
///
/// By default it has no slots; nothing may be asked of it then.
#[derive(Debug, Default)]
pub(super) struct Worths(Large<u64>);

impl Worths {
    pub(super) fn new() -> Worths {
        Worths(Large::new(SLOTS, || EMPTY))
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    /// What a position is worth; if it is not known, it is found and kept.
    #[inline]
    pub(super) fn of(&mut self, key: u64, find: impl FnOnce() -> i16) -> i16 {
        let slot = self.0[(key & LOW_BITS) as usize];
        if (slot ^ key) & !LOW_BITS == 0 && slot & LOW_BITS != EMPTY {
            return (slot & LOW_BITS) as u16 as i16;
        }
        let worth = find();
        self.keep(key, worth);
        worth
    }

    /// Keeps what a position is worth.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, worth: i16) {
        self.0[(key & LOW_BITS) as usize] = key & !LOW_BITS | u64::from(worth as u16);
    }

    /// Begins to fetch what is known of a position that will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&raw const self.0[(key & LOW_BITS) as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::Worths;

    #[test]
    fn what_a_position_is_worth_is_found_once() {
        let mut worths = Worths::new();
        let [first, second, third] = [0x1234_5678_9abc_def0, 0x4321_5678_9abc_def0, 0x1234];
        assert_eq!(worths.of(first, || -7), -7);
        assert_eq!(worths.of(third, || 40), 40);
        assert_eq!(worths.of(first, || unreachable!()), -7);
        assert_eq!(worths.of(third, || unreachable!()), 40);
        // It takes the slot of the first.
        assert_eq!(worths.of(second, || 3), 3);
        assert_eq!(worths.of(first, || 5), 5);
        worths.clear();
        assert_eq!(worths.of(first, || 6), 6);
    }
}
