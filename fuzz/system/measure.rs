//! Work, counted as allocations, and a watch for what never ends.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// An execution may allocate so often.
pub(crate) const LIMIT: u64 = 30_000_000;

/// Seconds of processor time after which an execution counts as one that never ends.
const PATIENCE: u64 = 60;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static NUMBER: AtomicU64 = AtomicU64::new(u64::MAX);

/// The system's allocator with a counter.
pub(crate) struct Meter;

// SAFETY: everything is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// An execution begins.
pub(crate) fn begin(number: u64) {
    NUMBER.store(number, Ordering::Relaxed);
    ALLOCATIONS.store(0, Ordering::Relaxed);
}

/// The allocations of this execution so far.
pub(crate) fn allocations() -> u64 {
    ALLOCATIONS.load(Ordering::Relaxed)
}

/// Ends the program with a word if an execution never comes back.
pub(crate) fn watch() {
    thread::spawn(|| {
        let mut seen = (u64::MAX, processor_time());
        loop {
            thread::sleep(Duration::from_secs(1));
            let number = NUMBER.load(Ordering::Relaxed);
            if number != seen.0 {
                seen = (number, processor_time());
            } else if processor_time() - seen.1 > PATIENCE {
                println!("{number}: an execution never ends");
                std::process::exit(3);
            }
        }
    });
}

/// The processor time of this process in seconds, as Linux tells it; elsewhere nothing is watched.
fn processor_time() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/stat") else {
        return 0;
    };
    let fields = text.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks: u64 = fields
        .skip(11)
        .take(2)
        .filter_map(|one| one.parse::<u64>().ok())
        .sum();
    ticks / 100
}
