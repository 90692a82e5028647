//! `ferz lsp`: the language server on standard input and output.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use lsp_server::Message;
use tempfile::TempDir;

use crate::cli::load::folder_of;
use crate::cli::output::{self, Existing};
use crate::cli::report;
use crate::cli::stop::Stop;
use crate::cli::work::steps;
use ferz::formats::Catalog;
use ferz_designer::authoring::Server;

/// Run a language server for editors: findings, descriptions of pieces, completion
///
/// Speaks the Language Server Protocol on standard input and output. Definition files in TOML get all features,
/// files of other programs only findings.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example (Neovim):\n  \
        vim.lsp.start({ name = 'ferz', cmd = { 'ferz', 'lsp' } })")]
pub(in crate::cli) struct Args {
    /// Accepted because some editors add it; standard input and output are always used
    #[arg(long)]
    stdio: bool,
    /// Maximum size of a message
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    max_message: u64,
}

/// The maximum length of a message header, in bytes.
const MAX_HEADER: u64 = 8192;

/// The maximum length of an error about a bad message, in characters, since it quotes the message.
const SHOWN: usize = 400;

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let builtins = BuiltinFile::new();
    let mut server = Server::new(builtins.as_ref().map(BuiltinFile::uri).as_deref())
        .with_work(steps())
        .with_files(|path| Arc::new(folder_of(path)));
    let inbox = Arc::new(Inbox::default());
    let (filled, longest) = (Arc::clone(&inbox), args.max_message);
    let reader = thread::Builder::new().spawn(move || fill(&filled, longest));
    reader.map_err(|error| Stop::Usage(format!("no thread can be started: {error}")))?;
    loop {
        let message = match inbox.take() {
            Some(Ok(message)) => message,
            // The editor closed the connection without `exit`.
            None => return Err(Stop::Findings),
            Some(Err(error)) if error.kind() == ErrorKind::InvalidData => {
                // An invalid message is reported; the next one may be valid.
                let said: String = error.to_string().chars().take(SHOWN).collect();
                report::plain_error(&format!("standard input: {said}"));
                continue;
            }
            Some(Err(error)) => return Err(Stop::Usage(format!("standard input: {error}"))),
        };
        for answer in server.take(message) {
            answer.write(out)?;
        }
        if inbox.is_empty() {
            for findings in server.findings() {
                findings.write(out)?;
            }
        }
        out.flush()?;
        match server.exit_code() {
            None => {}
            Some(0) => return Ok(()),
            Some(_) => return Err(Stop::Findings),
        }
    }
}

/// A message, or the error of reading it.
type Arrived = io::Result<Message>;

/// A queue of received messages, so that only the latest version of a text is examined.
#[derive(Default)]
struct Inbox {
    state: Mutex<Waiting>,
    has_changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// The messages with their lengths in bytes.
    messages: VecDeque<(Arrived, u64)>,
    bytes: u64,
    has_ended: bool,
}

/// The limit of queued bytes, beyond which the reader waits.
const MOST_WAITING: u64 = 8 << 20;

impl Inbox {
    /// Locks the queue. No panic is possible while it is locked.
    fn state(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for changes while a condition holds.
    fn wait_while(&self, is_so: impl FnMut(&mut Waiting) -> bool) -> MutexGuard<'_, Waiting> {
        let waited = self.has_changed.wait_while(self.state(), is_so);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, message: Arrived, bytes: u64) {
        let mut state = self.wait_while(|state| state.bytes > MOST_WAITING);
        state.messages.push_back((message, bytes));
        state.bytes += bytes;
        self.has_changed.notify_all();
    }

    fn end(&self) {
        self.state().has_ended = true;
        self.has_changed.notify_all();
    }

    /// The next message; `None` after the last one.
    fn take(&self) -> Option<Arrived> {
        let mut state = self.wait_while(|state| state.messages.is_empty() && !state.has_ended);
        let (message, bytes) = state.messages.pop_front()?;
        state.bytes -= bytes;
        self.has_changed.notify_all();
        Some(message)
    }

    fn is_empty(&self) -> bool {
        self.state().messages.is_empty()
    }
}

/// Reads messages until the input ends or fails.
fn fill(inbox: &Inbox, longest: u64) {
    let mut input = io::stdin().lock();
    loop {
        match read(&mut input, longest) {
            Ok(Some((message, bytes))) => inbox.put(Ok(message), bytes),
            Ok(None) => return inbox.end(),
            Err(error) => {
                let may_go_on = error.kind() == ErrorKind::InvalidData;
                inbox.put(Err(error), SHOWN as u64);
                if !may_go_on {
                    return inbox.end();
                }
            }
        }
    }
}

/// Reads a message and returns it with its length. The length is checked before memory is allocated.
fn read(input: &mut impl BufRead, longest: u64) -> io::Result<Option<(Message, u64)>> {
    let mut header = Vec::new();
    let mut length = 0;
    loop {
        let from = header.len();
        let room = MAX_HEADER.saturating_sub(from as u64);
        input.by_ref().take(room).read_until(b'\n', &mut header)?;
        let line = &header[from..];
        if header.len() as u64 == MAX_HEADER && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            let message = format!("the header of a message is longer than {MAX_HEADER} bytes");
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        // Invalid header lines are left to the message parser.
        if line == b"\r\n" || !line.ends_with(b"\r\n") {
            break;
        }
        let text = String::from_utf8_lossy(line);
        if let Some((name, value)) = text.split_once(": ")
            && name.eq_ignore_ascii_case("Content-Length")
        {
            length = value.trim_end().parse::<u64>().unwrap_or(0);
        }
    }
    if length > longest {
        let message = format!(
            "a message of {length} bytes exceeds the limit of {longest}; raise it by `--max-message`"
        );
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    let bytes = header.len() as u64 + length;
    let message = Message::read(&mut header.chain(input.take(length)))?;
    Ok(message.map(|message| (message, bytes)))
}

/// A file with the built-in variants for the editor, which exists while the server runs.
struct BuiltinFile {
    /// Deleted when the server ends.
    folder: TempDir,
}

impl BuiltinFile {
    /// Writes the file to a new temporary folder; `None` if that fails, in which case only links to built-ins
    /// are missing.
    fn new() -> Option<BuiltinFile> {
        let folder = tempfile::Builder::new()
            .prefix("ferz-lsp-")
            .tempdir()
            .ok()?;
        let file = BuiltinFile { folder };
        let text = Catalog::builtin_text().as_bytes();
        output::write_file(&file.path(), text, Existing::Refuse).ok()?;
        Some(file)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("variants.toml")
    }

    /// The URI of the file.
    fn uri(&self) -> String {
        let path = self.path();
        let path = path.to_string_lossy().replace('\\', "/");
        let mut uri = String::from(if path.starts_with('/') {
            "file://"
        } else {
            "file:///"
        });
        for byte in path.bytes() {
            let plain = byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte);
            if plain {
                uri.push(char::from(byte));
            } else {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
        uri
    }
}
