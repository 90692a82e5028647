//! Numbered work on several threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{io, thread};

/// The stack of a thread that searches, in bytes.
const STACK: usize = 16 << 20;

/// Does the work for the numbers from `first` on, on this many threads, until the work or `take`
/// ends it. The results are taken in the order of their numbers.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn in_order<W, T: Send>(
    first: u64,
    jobs: usize,
    begin: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> Option<T> + Sync,
    take: impl FnMut(T) -> bool + Send,
) -> io::Result<()> {
    let next = AtomicU64::new(first);
    let has_ended = AtomicBool::new(false);
    // Results that were finished before an earlier one, and the number of the next result.
    let waiting = Mutex::new((BTreeMap::new(), first, take));
    let run = || {
        let mut worker = begin();
        while !has_ended.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (Some(result), Ok(mut waiting)) = (work(&mut worker, number), waiting.lock())
            else {
                has_ended.store(true, Ordering::Relaxed);
                return;
            };
            let (results, next, take) = &mut *waiting;
            results.insert(number, result);
            while !has_ended.load(Ordering::Relaxed)
                && let Some(result) = results.remove(next)
            {
                *next += 1;
                if !take(result) {
                    has_ended.store(true, Ordering::Relaxed);
                }
            }
        }
    };
    thread::scope(|scope| {
        for number in 0..jobs.max(1) {
            let started = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, run);
            if let Err(error) = started
                && number == 0
            {
                return Err(error);
            }
        }
        Ok(())
    })
}
