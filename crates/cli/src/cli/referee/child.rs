//! An engine as a child process, protected against its faults.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{self, ChildStderr};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum length of a line of an engine.
const MAX_LINE: u64 = 64 << 10;

/// The number of buffered lines; beyond it the engine blocks.
const MAX_WAITING: usize = 4096;

/// The time for an engine to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A message from an engine.
#[derive(Debug)]
pub(super) enum Received {
    Line(String),
    /// A line that is too long.
    TooLong,
    /// The engine has closed its output, and so has exited.
    End,
    /// The time is up.
    Nothing,
}

/// The time for a guard to kill its engine.
const ENDING: Duration = Duration::from_secs(5);

/// A running engine. It is killed, with all processes that it has started, on drop and when the referee ends.
#[derive(Debug)]
pub(super) struct Child {
    /// The engine, or its guard where guards are supported.
    process: process::Child,
    /// Closing this pipe makes the guard kill the engine.
    lifeline: Option<ChildStderr>,
    to_engine: Sender<String>,
    lines: Receiver<Received>,
}

impl Child {
    /// Starts a program.
    pub(super) fn start(command: &[String]) -> io::Result<Child> {
        if command.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        let (mut process, lifeline) = started(command)?;
        let (to_engine, from_referee) = mpsc::channel::<String>();
        let (heard, lines) = mpsc::sync_channel(MAX_WAITING);
        if let Some(mut input) = process.stdin.take() {
            // A thread writes the lines, so that an engine that does not read cannot block the referee.
            thread::spawn(move || {
                for line in from_referee {
                    if writeln!(input, "{line}")
                        .and_then(|()| input.flush())
                        .is_err()
                    {
                        return;
                    }
                }
            });
        }
        if let Some(output) = process.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(output), &heard));
        }
        Ok(Child {
            process,
            lifeline,
            to_engine,
            lines,
        })
    }

    /// Sends a line. An engine that has exited is detected by its missing output.
    pub(super) fn send(&self, line: String) {
        let _ = self.to_engine.send(line);
    }

    /// The next line, with a time limit.
    pub(super) fn receive(&self, patience: Duration) -> Received {
        match self.lines.recv_timeout(patience) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => Received::End,
        }
    }

    /// Waits briefly for an engine that was told to quit.
    pub(super) fn part(mut self) {
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end {
            if let Ok(Some(_)) = self.process.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        end_guarded(&mut self.process, self.lifeline.take());
    }
}

/// Ends a process that exits when its lifeline is closed.
pub(super) fn end_guarded(process: &mut process::Child, lifeline: Option<ChildStderr>) {
    if lifeline.is_some() {
        drop(lifeline);
        let begun = Instant::now();
        while begun.elapsed() < ENDING {
            if let Ok(Some(_)) = process.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
    let _ = process.kill();
    // Waiting reaps the process, which would otherwise remain a zombie.
    let _ = process.wait();
}

/// Starts an engine with its guard.
#[cfg(unix)]
fn started(engine: &[String]) -> io::Result<(process::Child, Option<ChildStderr>)> {
    let mut process = super::guard::guarded(engine)?;
    let mut fault = String::new();
    let mut guard = process.stderr.take().map(BufReader::new);
    if let Some(guard) = &mut guard {
        guard.read_line(&mut fault)?;
    }
    let lifeline = guard.map(BufReader::into_inner);
    if fault != "\n" {
        end_guarded(&mut process, lifeline);
        let fault = fault.trim();
        let fault = if fault.is_empty() {
            "its guard has ended"
        } else {
            fault
        };
        return Err(io::Error::other(fault));
    }
    Ok((process, lifeline))
}

/// Starts an engine.
#[cfg(not(unix))]
fn started(engine: &[String]) -> io::Result<(process::Child, Option<ChildStderr>)> {
    use std::process::Stdio;

    let process = process::Command::new(&engine[0])
        .args(&engine[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    Ok((process, None))
}

/// Reads lines until the engine exits or sends too much.
fn read_lines(mut output: impl BufRead, heard: &SyncSender<Received>) {
    loop {
        let mut bytes = Vec::new();
        let read = output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        let is_end = read.is_err() || bytes.is_empty();
        let said = if is_end {
            Received::End
        } else if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
            Received::TooLong
        } else {
            let text = String::from_utf8_lossy(&bytes);
            Received::Line(text.trim_end_matches(['\n', '\r']).to_owned())
        };
        let is_over = !matches!(said, Received::Line(_));
        if heard.send(said).is_err() || is_over {
            return;
        }
    }
}
