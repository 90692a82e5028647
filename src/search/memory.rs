//! Memory for what a search looks up at random places.

use std::ops::{Deref, DerefMut};

/// The size of a large page, in bytes.
const LARGE_PAGE: usize = 2 << 20;

/// Items that are looked up at random places, in large pages if these are granted: of the usual ones of 4 KiB a
/// large table has so many that the processor has to look up where they are.
#[derive(Debug, Default)]
pub(super) struct Large<T> {
    /// Those before the beginning are not used: a large page begins there.
    items: Vec<T>,
    begin: usize,
}

impl<T> Large<T> {
    /// So many items, made one by one.
    pub(super) fn new(len: usize, make: impl FnMut() -> T) -> Large<T> {
        let is_large = len * size_of::<T>() >= LARGE_PAGE;
        let most_unused = if is_large {
            LARGE_PAGE / size_of::<T>()
        } else {
            0
        };
        let mut items: Vec<T> = Vec::with_capacity(len + most_unused);
        let begin = items.as_ptr().align_offset(LARGE_PAGE).min(most_unused);
        want_large_pages(&mut items.spare_capacity_mut()[begin..]);
        items.resize_with(begin + len, make);
        Large { items, begin }
    }
}

impl<T> Deref for Large<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[self.begin..]
    }
}

impl<T> DerefMut for Large<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[self.begin..]
    }
}

/// Asks for large pages for memory that is not used yet. Where that is not granted the memory is as it was.
pub(super) fn want_large_pages<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", feature = "cli"))]
    {
        const PAGE: usize = 4096;
        let begin = memory.as_mut_ptr().cast::<u8>();
        let unaligned = begin.align_offset(PAGE);
        let len = size_of_val(memory).saturating_sub(unaligned) / PAGE * PAGE;
        #[expect(unsafe_code, reason = "3 to 8 hundredths of the time of a search")]
        // SAFETY: the pages are within the memory that was handed in, and their content stays what it is.
        let _ = unsafe {
            rustix::mm::madvise(
                begin.wrapping_add(unaligned).cast(),
                len,
                rustix::mm::Advice::LinuxHugepage,
            )
        };
    }
    #[cfg(not(all(target_os = "linux", feature = "cli")))]
    let _ = memory;
}

/// Begins to fetch what will be looked up soon.
#[inline]
pub(super) fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(
        unsafe_code,
        reason = "waiting for the memory is a sixth of the time of a search"
    )]
    // SAFETY: every processor of this kind has the instruction, and it may be given any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::{LARGE_PAGE, Large};

    #[test]
    fn large_memory_begins_with_a_page_and_holds_what_was_made() {
        for len in [
            0,
            3,
            LARGE_PAGE / 8 - 1,
            LARGE_PAGE / 8,
            3 * LARGE_PAGE / 8 + 5,
        ] {
            let mut items = Large::new(len, || 7_u64);
            assert_eq!(items.len(), len);
            assert!(items.iter().all(|item| *item == 7));
            if size_of_val(&*items) >= LARGE_PAGE {
                assert_eq!(items.as_ptr().align_offset(LARGE_PAGE), 0);
            }
            items.fill(8);
            assert!(items.iter().all(|item| *item == 8));
        }
    }
}
