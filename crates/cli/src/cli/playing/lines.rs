//! Lines of input with a time limit.

use std::io::{BufRead, IsTerminal, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// The maximum length of a line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// The number of lines that are read ahead.
const AHEAD: usize = 16;

/// The result of waiting for a line.
pub(super) enum Typed {
    Line(String),
    /// The input has ended.
    End,
    /// The time is up.
    Late,
}

/// The lines of standard input. A separate thread waits for them, so that clocks can run out.
pub(super) struct Lines {
    receiver: Receiver<String>,
    /// Whether a user types and sees the lines.
    pub(super) are_seen: bool,
}

impl Lines {
    pub(super) fn of_standard_input() -> Lines {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            loop {
                let mut line = Vec::new();
                let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
                if !matches!(read, Ok(1..)) {
                    return;
                }
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Lines {
            receiver,
            are_seen: std::io::stdin().is_terminal(),
        }
    }

    /// The next line, with a time limit.
    pub(super) fn next(&self, time: Option<Duration>) -> Typed {
        let line = match time {
            None => self
                .receiver
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(time) => self.receiver.recv_timeout(time),
        };
        match line {
            Ok(line) => Typed::Line(line),
            Err(RecvTimeoutError::Timeout) => Typed::Late,
            Err(RecvTimeoutError::Disconnected) => Typed::End,
        }
    }
}
