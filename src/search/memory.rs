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
