//! Whether standard output was closed when the program began.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in the place of a closed stream, so that no file
//! gets its number. What is written goes there, and nobody is told that it is lost. So this looks
//! earlier still, where that can be done.

use std::io::{self, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Standard output, as it was when the program began.
pub(super) enum Output {
    /// Open.
    Open(StdoutLock<'static>),
    /// Closed: nothing can be written.
    Closed,
}

impl Output {
    /// Standard output, for the whole run.
    pub(super) fn new() -> Output {
        if CLOSED.load(Ordering::Relaxed) {
            Output::Closed
        } else {
            Output::Open(io::stdout().lock())
        }
    }
}

/// That nothing can be written.
pub(super) fn error() -> io::Error {
    io::Error::other("it is closed")
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Open(stdout) => stdout.write(bytes),
            Output::Closed => Err(error()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Open(stdout) => stdout.flush(),
            Output::Closed => Ok(()),
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
#[expect(
    unsafe_code,
    reason = "there is no safe way to do anything before `main`"
)]
mod early {
    use std::os::fd::BorrowedFd;
    use std::sync::atomic::Ordering;

    /// The loader calls what stands in this section.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the number is only asked about, and the question is allowed for any number; no
        // other thread is there to open or close a file in between.
        let stdout = unsafe { BorrowedFd::borrow_raw(1) };
        let is_closed = rustix::io::fcntl_getfd(stdout).is_err();
        super::CLOSED.store(is_closed, Ordering::Relaxed);
    }
}
