//! The program as a child process, with its answers as they arrive.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// The program, with its answers as they come.
pub(super) struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Program {
    pub(super) fn start(args: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().expect("a pipe");
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Program {
            child,
            stdin,
            answers,
        }
    }

    pub(super) fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("still open");
        writeln!(stdin, "{line}").expect("the program listens");
    }

    /// Sends a line of any bytes.
    pub(super) fn send_bytes(&mut self, mut line: Vec<u8>) {
        line.push(b'\n');
        let stdin = self.stdin.as_mut().expect("still open");
        stdin.write_all(&line).expect("the program listens");
    }

    /// Waits for a line that begins so.
    pub(super) fn expect(&self, beginning: &str) -> String {
        loop {
            let line = self.answers.recv_timeout(PATIENCE).expect(beginning);
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Ends its input.
    pub(super) fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end.
    pub(super) fn ends(&mut self) {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        panic!("the program does not end");
    }
}

/// Long enough for a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(120);
