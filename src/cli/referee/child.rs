//! An engine as a child process, in a group of its own, with guards against all that it may do.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{self, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that an engine may send.
const MAX_LINE: u64 = 64 << 10;

/// How many lines wait for somebody to read them; then the engine waits.
const MAX_WAITING: usize = 4096;

/// How long an engine has for ending after it was told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// What comes from an engine.
#[derive(Debug)]
pub(super) enum Heard {
    Line(String),
    /// A line that is too long.
    TooLong,
    /// It has closed its output, which means that it has ended.
    End,
    /// Nothing came in time.
    Nothing,
}

/// An engine that runs. It is killed with all that it has started when it is dropped.
#[derive(Debug)]
pub(super) struct Child {
    process: process::Child,
    to_engine: Sender<String>,
    lines: Receiver<Heard>,
}

impl Child {
    /// Starts a program.
    pub(super) fn start(command: &[String]) -> io::Result<Child> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        in_own_group(&mut command);
        let mut process = command.spawn()?;
        let (to_engine, from_referee) = mpsc::channel::<String>();
        let (heard, lines) = mpsc::sync_channel(MAX_WAITING);
        if let Some(mut input) = process.stdin.take() {
            // An engine that does not read must not keep the referee from looking at the clock.
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
            to_engine,
            lines,
        })
    }

    /// Sends a line. An engine that has ended is noticed by what it does not say.
    pub(super) fn send(&self, line: String) {
        let _ = self.to_engine.send(line);
    }

    /// The next line, if one comes in time.
    pub(super) fn hear(&self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Waits for an engine that was told to end, but not for long.
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
        kill_group(&mut self.process);
        // Nobody else asks how it ended, and a child that nobody asks for stays as a shadow.
        let _ = self.process.wait();
    }
}

#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

/// Ends a process and all that it has started.
#[cfg(unix)]
fn kill_group(child: &mut process::Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The group keeps its number while anything in it lives or the leader is not waited for.
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
}

#[cfg(not(unix))]
fn kill_group(child: &mut process::Child) {
    let _ = child.kill();
}

/// Reads lines until the engine ends or says too much.
fn read_lines(mut output: impl BufRead, heard: &SyncSender<Heard>) {
    loop {
        let mut bytes = Vec::new();
        let read = output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        let is_end = read.is_err() || bytes.is_empty();
        let said = if is_end {
            Heard::End
        } else if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
            Heard::TooLong
        } else {
            let text = String::from_utf8_lossy(&bytes);
            Heard::Line(text.trim_end_matches(['\n', '\r']).to_owned())
        };
        let is_over = !matches!(said, Heard::Line(_));
        if heard.send(said).is_err() || is_over {
            return;
        }
    }
}
