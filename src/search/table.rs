//! Transposition table, shared by all threads of a search, in cache-line aligned memory.
//!
//! It is lock-free: the two words of an entry are xored, so that an entry torn by two writers does not match
//! its hash.

use std::alloc::{Layout, handle_alloc_error};
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::report::{Bound, Window, score_from_tt};

/// Entries in a bucket.
const WAYS: usize = 4;

/// The check word, which is the hash xor the data with the evaluation in its low bits, and the data word.
type Entry = [AtomicU64; 2];

// PERF: a bucket is one cache line.
const _: () = assert!(WAYS * size_of::<Entry>() == size_of::<Line>());

/// MiB that a large table leaves to the threads.
const FOR_THREADS: usize = 128;

/// Cache lines in a MiB.
const MEBIBYTE: usize = (1 << 20) / size_of::<Line>();

/// An entry of the transposition table, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// The best move, or 0.
    pub(super) code: u32,
    pub(super) score: i32,
    /// The static evaluation, if it was computed.
    pub(super) static_eval: Option<i32>,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl TtEntry {
    /// The score, if the entry causes a cutoff for this window.
    pub(super) fn deciding(&self, ply: usize, window: Window) -> Option<i32> {
        let score = score_from_tt(self.score, ply);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        decides.then_some(score)
    }

    /// The static evaluation, corrected by the score and bound of the entry.
    pub(super) fn corrected(&self, ply: usize, static_eval: i32) -> i32 {
        let score = score_from_tt(self.score, ply);
        match self.bound {
            Bound::Exact => score,
            Bound::Lower => static_eval.max(score),
            Bound::Upper => static_eval.min(score),
        }
    }
}

/// The transposition table.
#[derive(Debug)]
pub(super) struct Table {
    lines: Large,
    age: AtomicU8,
}

/// An impossible static evaluation.
const NO_WORTH: i16 = i16::MIN;

/// The bits of the check word that hold the static evaluation.
const LOW_BITS: u64 = 0xffff;

/// The lowest depth that an entry can hold.
const LOWEST_DEPTH: i32 = -2;

impl Table {
    /// Creates a table of this size, halved until there is memory for it.
    pub(super) fn new(mebibytes: usize) -> Table {
        let mut mebibytes = mebibytes.max(1);
        loop {
            let wanted = mebibytes.checked_mul(MEBIBYTE);
            let lines = wanted.filter(|_| leaves_room(mebibytes));
            let lines = lines.and_then(Large::try_new);
            if let Some(lines) = lines {
                let age = AtomicU8::new(0);
                return Table { lines, age };
            }
            if mebibytes == 1 {
                handle_alloc_error(Layout::new::<[Line; MEBIBYTE]>());
            }
            mebibytes /= 2;
        }
    }

    /// The size in MiB.
    pub(super) fn mebibytes(&self) -> usize {
        self.lines.len() / MEBIBYTE
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        let lines = self.lines.iter();
        lines.flat_map(|line| line.0.as_chunks::<2>().0)
    }

    /// Empties the table.
    pub(super) fn clear(&self) {
        for [check, data] in self.entries() {
            check.store(0, Ordering::Relaxed);
            data.store(0, Ordering::Relaxed);
        }
    }

    /// Increments the generation: entries of earlier searches are replaced first.
    pub(super) fn begin_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed) & 63
    }

    /// The bucket of a position.
    fn ways(&self, key: u64) -> &[Entry] {
        let n_lines = self.lines.len() as u128;
        let line = &self.lines[((u128::from(key) * n_lines) >> 64) as usize];
        line.0.as_chunks::<2>().0
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.ways(key).as_ptr());
    }

    /// Looks up a position.
    pub(super) fn get(&self, key: u64) -> Option<TtEntry> {
        let mut ways = self.ways(key).iter();
        ways.find_map(|[check, data]| {
            let (check, data) = (check.load(Ordering::Relaxed), data.load(Ordering::Relaxed));
            is_about(key, check, data).then(|| unpacked(check, data))
        })
    }

    /// Stores an entry. A much deeper one of the same position and generation is kept, unless the new one is
    /// exact.
    pub(super) fn put(&self, key: u64, known: &TtEntry) {
        let age = self.age();
        let (mut place, mut least) = (None, i32::MAX);
        for way in self.ways(key) {
            let [check, data] = way;
            let (check, data) = (check.load(Ordering::Relaxed), data.load(Ordering::Relaxed));
            let old = unpacked(check, data);
            if is_about(key, check, data) {
                if known.bound != Bound::Exact && old.depth > known.depth + 3 && age_of(data) == age
                {
                    return;
                }
                place = Some((way, old.code));
                break;
            }
            let waited = i32::from(age.wrapping_sub(age_of(data)) & 63);
            let use_of = if data == 0 {
                i32::MIN
            } else {
                old.depth - 4 * waited
            };
            if use_of < least {
                (place, least) = (Some((way, 0)), use_of);
            }
        }
        let Some(([check, data], old_code)) = place else {
            return;
        };
        let mut known = *known;
        if known.code == 0 {
            known.code = old_code;
        }
        let packed = packed(&known, age);
        let static_eval = known
            .static_eval
            .map_or(NO_WORTH, |static_eval| static_eval as i16);
        let signed = (key ^ packed) & !LOW_BITS | u64::from(static_eval as u16);
        check.store(signed, Ordering::Relaxed);
        data.store(packed, Ordering::Relaxed);
    }

    /// Use of the table by the current generation, in thousandths.
    pub(super) fn use_in_thousandths(&self) -> u32 {
        let age = self.age();
        let sample = self.entries().take(1000);
        let used = sample.filter(|[_, data]| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        used.count() as u32
    }
}

/// Whether a table of this size leaves memory for the threads that use it; always true of small ones.
fn leaves_room(mebibytes: usize) -> bool {
    mebibytes < 2 * FOR_THREADS || has_room((mebibytes + FOR_THREADS) << 20)
}

/// Whether an entry matches a hash.
fn is_about(key: u64, check: u64, data: u64) -> bool {
    (check ^ data ^ key) & !LOW_BITS == 0 && data != 0
}

/// Packs an entry without its static evaluation.
fn packed(known: &TtEntry, age: u8) -> u64 {
    let bound = match known.bound {
        Bound::Exact => 3,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    let depth = (known.depth - LOWEST_DEPTH).clamp(0, 255) as u64;
    u64::from(known.code) << 32
        | u64::from(known.score as i16 as u16) << 16
        | depth << 8
        | u64::from(age & 63) << 2
        | bound
}

fn age_of(data: u64) -> u8 {
    (data >> 2 & 63) as u8
}

fn unpacked(check: u64, data: u64) -> TtEntry {
    let static_eval = check as u16 as i16;
    TtEntry {
        code: (data >> 32) as u32,
        score: i32::from((data >> 16) as u16 as i16),
        static_eval: (static_eval != NO_WORTH).then_some(static_eval.into()),
        depth: (data >> 8 & 255) as i32 + LOWEST_DEPTH,
        bound: match data & 3 {
            3 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

// Cache-line aligned memory with large pages, for hash tables.

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
