//! Cache-line aligned memory with large pages, for hash tables.

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

/// The size of a large page, in bytes.
const LARGE_PAGE: usize = 2 << 20;

/// A cache line of words.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Line(pub(super) [AtomicU64; WORDS]);

/// Number of words in a [`Line`].
pub(super) const WORDS: usize = 8;

const _: () = assert!(size_of::<Line>() == 64 && align_of::<AtomicU64>() == align_of::<u64>());

/// Zeroed, cache-line aligned memory, with large pages if the system grants them.
///
/// Random access to a large table of usual 4 KiB pages would miss the TLB. The system allocates a page when
/// it is first touched, so a large table costs nothing before it is used.
pub(super) struct Large {
    /// The memory. The words before `begin` are unused: `begin` is aligned to a large page.
    words: Vec<u64>,
    begin: usize,
    n_lines: usize,
}

impl Large {
    /// Allocates a number of lines, if there is memory for them.
    pub(super) fn try_new(n_lines: usize) -> Option<Large> {
        let bytes = n_lines.checked_mul(size_of::<Line>())?;
        let alignment = if bytes >= LARGE_PAGE {
            LARGE_PAGE
        } else {
            align_of::<Line>()
        };
        let len = (bytes + alignment) / size_of::<u64>();
        if !has_room(len * size_of::<u64>()) {
            return None;
        }
        let mut words = vec![0_u64; len];
        let begin = words.as_ptr().align_offset(alignment).min(len - bytes / 8);
        want_large_pages(&mut words[begin..]);
        Some(Large {
            words,
            begin,
            n_lines,
        })
    }
}

impl Default for Large {
    fn default() -> Large {
        let words: Vec<u64> = Vec::new();
        Large {
            begin: words.as_ptr().align_offset(align_of::<Line>()),
            words,
            n_lines: 0,
        }
    }
}

impl fmt::Debug for Large {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} lines", self.n_lines)
    }
}

impl Deref for Large {
    type Target = [Line];

    #[inline]
    fn deref(&self) -> &[Line] {
        let begin = self.words.as_ptr().wrapping_add(self.begin);
        #[expect(clippy::cast_ptr_alignment, reason = "a line is aligned there")]
        let lines = begin.cast::<Line>();
        #[expect(
            unsafe_code,
            reason = "nothing safe makes atomic words of memory that has not been touched"
        )]
        // SAFETY: `n_lines` lines fit behind `begin`, which is aligned; nothing else accesses `words`, and
        // any content is valid for atomic words.
        unsafe {
            std::slice::from_raw_parts(lines, self.n_lines)
        }
    }
}

/// Whether this much memory can be allocated now. An allocation of zeroed vectors would abort instead.
pub fn has_room(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let has_room = room.try_reserve_exact(bytes).is_ok();
    // Without the black box the compiler removes the unused allocation.
    drop(std::hint::black_box(room));
    has_room
}

/// Advises the system to use large pages for unused memory; without effect if it does not.
pub(super) fn want_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let begin = memory.as_mut_ptr().cast::<u8>();
        let unaligned = begin.align_offset(PAGE);
        let len = size_of_val(memory).saturating_sub(unaligned) / PAGE * PAGE;
        #[expect(unsafe_code, reason = "3 to 8 hundredths of the time of a search")]
        // SAFETY: the pages are within the slice, and the advice does not change their content.
        let _ = unsafe {
            rustix::mm::madvise(
                begin.wrapping_add(unaligned).cast(),
                len,
                rustix::mm::Advice::LinuxHugepage,
            )
        };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Prefetches a cache line.
#[inline]
pub(super) fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(
        unsafe_code,
        reason = "waiting for the memory is a sixth of the time of a search"
    )]
    // SAFETY: every x86-64 processor has the instruction, and it accepts any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn large_memory_begins_with_a_page_and_holds_what_is_written() {
        const PAGE: usize = LARGE_PAGE / size_of::<Line>();
        for n_lines in [0, 3, PAGE - 1, PAGE, 3 * PAGE + 5] {
            let lines = Large::try_new(n_lines).unwrap();
            assert_eq!(lines.len(), n_lines);
            let all = || lines.iter().flat_map(|line| &line.0);
            assert_eq!(all().count(), n_lines * WORDS);
            assert!(all().all(|word| word.load(Ordering::Relaxed) == 0));
            if size_of_val(&*lines) >= LARGE_PAGE {
                assert_eq!(lines.as_ptr().align_offset(LARGE_PAGE), 0);
            }
            all().for_each(|word| word.store(8, Ordering::Relaxed));
            assert!(all().all(|word| word.load(Ordering::Relaxed) == 8));
        }
    }

    #[test]
    fn memory_that_nobody_has_is_not_given() {
        assert!(Large::try_new(usize::MAX >> 8).is_none());
    }
}
