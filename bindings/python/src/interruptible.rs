//! Long work without the interpreter's lock, which Ctrl-C or another thread can stop.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::internal;

/// The interval at which signals are polled.
const PATIENCE: Duration = Duration::from_millis(20);

/// The stack size of searches, which are deep in variants with several moves per turn.
const STACK: usize = 64 << 20;

thread_local! {
    /// The flag of the [`Stopper`] that runs on this thread.
    static STOPPED: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Runs a function whose long work can be stopped by another thread.
#[pyclass(frozen, module = "ferz._core")]
struct Stopper {
    flag: Arc<AtomicBool>,
}

#[pymethods]
impl Stopper {
    #[new]
    fn new() -> Stopper {
        Stopper {
            flag: Arc::default(),
        }
    }

    /// Stops the long work of the function, now and whenever it begins some later.
    fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Calls a function on this thread.
    #[pyo3(signature = (function, /, *args, **kwargs))]
    fn run<'py>(
        &self,
        function: &Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let outer = STOPPED.replace(Some(Arc::clone(&self.flag)));
        let result = function.call(args, kwargs);
        STOPPED.set(outer);
        result
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Stopper>()
}

/// Runs `work` on a thread of its own without the interpreter's lock, and sets the flag when it
/// must stop. If a signal has arrived, the exception of its handler is raised and the result is
/// dropped; if a [`Stopper`] requests the stop, the result so far is returned.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let stopper = STOPPED.with_borrow(Clone::clone);
    let is_stopped = || {
        let flag = stopper.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    };
    // Work that is stopped before it begins must see the flag at once.
    stop.store(is_stopped(), Ordering::Relaxed);
    py.detach(|| {
        thread::scope(|scope| {
            let caller = thread::current();
            let (stop, done) = (&stop, &done);
            let run = move || {
                let result = guarded(|| work(stop));
                // A thread takes a while to exit after its work.
                done.store(true, Ordering::Release);
                caller.unpark();
                result
            };
            let builder = thread::Builder::new().stack_size(STACK);
            let worker = builder
                .spawn_scoped(scope, run)
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let mut signal = Ok(());
            while !done.load(Ordering::Acquire) && !worker.is_finished() {
                thread::park_timeout(PATIENCE);
                if signal.is_ok() {
                    signal = Python::attach(|py| py.check_signals());
                    stop.store(signal.is_err() || is_stopped(), Ordering::Relaxed);
                }
            }
            let result = match worker.join() {
                Ok(result) => result,
                Err(panic) => Err(internal(panic.as_ref())),
            };
            signal.and(result)
        })
    })
}

/// Converts a panic to an exception on the thread that has stored its place.
fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    crate::errors::guarded(|| Ok(work()))
}

/// Distributes numbered tasks among threads, and returns their results in order; `None` if stopped.
pub(crate) fn shared<T: Send>(
    count: usize,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
) -> Option<Vec<T>> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            done.push((number, work(number)));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(count))
            .map(|_| {
                let builder = thread::Builder::new().stack_size(STACK);
                builder.spawn_scoped(scope, take)
            })
            .collect();
        let mut done = take();
        // If no other thread could be started, this one does all the work.
        for other in others.into_iter().flatten() {
            match other.join() {
                Ok(found) => done.extend(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    if done.len() < count {
        return None;
    }
    done.sort_by_key(|(number, _)| *number);
    Some(done.into_iter().map(|(_, result)| result).collect())
}
