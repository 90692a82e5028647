//! Transposition table, shared by all threads of a search.
//!
//! It is lock-free: the two words of an entry are xored, so that an entry torn by two writers does not match
//! its hash.

use std::alloc::{Layout, handle_alloc_error};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::memory::{Large, Line, has_room, prefetch};
use super::report::Bound;
use super::scores::{Window, score_from_tt};

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
