//! Detects whether standard output was closed when the program started.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in place of a closed standard stream, so that no file gets
//! its number. Output is then lost without an error. Where possible, a function that runs before the runtime
//! detects this.

use std::io::{self, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Standard output, as it was when the program started.
pub(super) enum Output {
    /// Open.
    Open(StdoutLock<'static>),
    /// Closed: nothing can be written.
    Closed,
}

impl Output {
    /// Locks standard output for the whole run.
    pub(super) fn new() -> Output {
        if CLOSED.load(Ordering::Relaxed) {
            Output::Closed
        } else {
            Output::Open(io::stdout().lock())
        }
    }
}

/// The error for a closed standard output.
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

    /// The loader calls the functions in this section.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the descriptor is only queried, which is allowed for any number, and no other thread exists
        // that could open or close it.
        let stdout = unsafe { BorrowedFd::borrow_raw(1) };
        let is_closed = rustix::io::fcntl_getfd(stdout).is_err();
        super::CLOSED.store(is_closed, Ordering::Relaxed);
    }
}
