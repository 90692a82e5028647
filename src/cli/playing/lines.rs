//! Typed lines, with a time limit.

use std::io::{BufRead, IsTerminal, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Bytes of the longest line.
const MAX_LINE: u64 = 1 << 16;

/// Lines that are read ahead of those who take them.
const AHEAD: usize = 16;

/// What came of waiting for a line.
pub(super) enum Typed {
    Line(String),
    /// The input has ended.
    End,
    /// Nothing came in time.
    Late,
}

/// The lines of standard input. A thread of its own waits for them, so that clocks can run out.
pub(super) struct Lines {
    receiver: Receiver<String>,
    /// Whether somebody types them, who sees what is typed.
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

    /// The next line; waits so long at most.
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
