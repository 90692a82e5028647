//! `ferz lsp`: the language server on standard input and output.

use std::fmt::Write as _;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::path::PathBuf;

use lsp_server::Message;
use tempfile::TempDir;

use crate::authoring::Server;
use crate::cli::output::{self, Existing};
use crate::cli::report;
use crate::cli::stop::Stop;
use crate::definition::Catalog;

/// Serve an editor: findings while typing, words and pictures of pieces, completion
///
/// Speaks the Language Server Protocol on standard input and output. Definition files in TOML get
/// everything, those of other programs get findings.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example (Neovim):\n  \
        vim.lsp.start({ name = 'ferz', cmd = { 'ferz', 'lsp' } })")]
pub(in crate::cli) struct Args {
    /// Accepted for editors that add it; there is no other way of speaking
    #[arg(long)]
    stdio: bool,
    /// The longest message that is read
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    max_message: u64,
}

/// Bytes of the header of a message at most.
const MAX_HEADER: u64 = 8192;

/// How many characters are shown of what is said about a bad message, which repeats it.
const SHOWN: usize = 400;

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let builtins = BuiltinFile::new();
    let mut server = Server::new(builtins.as_ref().map(BuiltinFile::uri).as_deref());
    let mut input = io::stdin().lock();
    loop {
        let message = match read(&mut input, args.max_message) {
            Ok(Some(message)) => message,
            // The editor is gone without a word.
            Ok(None) => return Err(Stop::Findings),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                // One message was no JSON, or none of the protocol; the next may be good.
                let said: String = error.to_string().chars().take(SHOWN).collect();
                report::plain_error(&format!("standard input: {said}"));
                continue;
            }
            Err(error) => return Err(Stop::Usage(format!("standard input: {error}"))),
        };
        for answer in server.handle(message) {
            answer.write(out)?;
        }
        out.flush()?;
        match server.exit_code() {
            None => {}
            Some(0) => return Ok(()),
            Some(_) => return Err(Stop::Findings),
        }
    }
}

/// The next message. Its length is looked at before anybody makes room for it.
fn read(input: &mut impl BufRead, longest: u64) -> io::Result<Option<Message>> {
    let mut header = Vec::new();
    let mut length = 0;
    loop {
        let from = header.len();
        let room = MAX_HEADER.saturating_sub(from as u64);
        input.by_ref().take(room).read_until(b'\n', &mut header)?;
        let line = &header[from..];
        // What is no line of a header is refused by who reads it.
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
            "a message of {length} bytes is longer than the limit of {longest}, which is an \
             option: `--max-message`"
        );
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Message::read(&mut header.chain(input.take(length)))
}

/// The built-in variants as a file that an editor can open, as long as the server runs.
struct BuiltinFile {
    /// Gone when the server ends.
    folder: TempDir,
}

impl BuiltinFile {
    /// Writes the file to a new folder of its own. Without one the editor cannot go there, and
    /// that is all.
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

    /// The address of the file.
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
