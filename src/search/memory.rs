//! Memory for what a search looks up at random places.

/// Asks for pages of 2 MiB for memory that is not used yet: of those of 4 KiB a large table has so many that the
/// processor has to look up where they are. Where that is not granted the memory is as it was.
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
