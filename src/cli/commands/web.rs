//! `ferz web`: the page for the browser, from this machine to this machine.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::stop::Stop;
use crate::folder;

/// Show the page for the browser: write a piece or a variant, and play it
///
/// Serves the files of one folder on the loopback address, to this machine only, and opens the browser. It
/// goes on until it is interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The page is not in the program. Without --dir its folder is `share/ferz/web` beside the \
        folder of the program, or else `bindings/web/dist` below the current folder, where \
        `bindings/web/build` puts it.\n\nExample:\n  ferz web --dir bindings/web/dist"
)]
pub(in crate::cli) struct Args {
    /// The folder with the page
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// The port; 0 takes any that is free, but what a browser keeps of the page belongs to a port
    #[arg(long, value_name = "NUMBER", default_value_t = 8373)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

/// Bytes of a request at most.
const LONGEST: u64 = 16 << 10;

/// Connections at the same time. One more, and the oldest is closed.
const MOST: usize = 32;

/// How long anybody may do nothing, and how long a question and its answer may take in all.
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST_TIME: Duration = Duration::from_secs(60);

/// The kinds of files of the page by the ends of their names. Nothing else is served.
const KINDS: [(&str, &str); 6] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("bin", "application/octet-stream"),
];

/// What every answer says of how it may be used.
const POLICY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-cache\r\nConnection: close\r\n";

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let folder = folder(args.dir.as_deref())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| {
        let port = args.port;
        Stop::Usage(format!("port {port}: {error}; --port takes another one"))
    })?;
    let address = format!("http://{}/", listener.local_addr()?);
    writeln!(out, "The page is at {address}")?;
    out.flush()?;
    if !args.no_open {
        open_browser(&address);
    }
    serve(&listener, &Arc::new(folder));
    Ok(())
}

/// The folder with the page.
fn folder(wanted: Option<&Path>) -> Result<PathBuf, Stop> {
    let beside = std::env::current_exe().ok().and_then(|program| {
        let folder = program.parent()?.parent()?;
        Some(folder.join("share/ferz/web"))
    });
    let known = match wanted {
        Some(folder) => vec![folder.to_owned()],
        None => beside
            .into_iter()
            .chain([PathBuf::from("bindings/web/dist")])
            .collect(),
    };
    let found = known
        .iter()
        .find(|folder| folder.join("index.html").is_file());
    found.cloned().ok_or_else(|| {
        let places: Vec<String> = known
            .iter()
            .map(|folder| format!("`{}`", folder.display()))
            .collect();
        Stop::Usage(format!(
            "there is no page in {}; `bindings/web/build` makes one, and --dir says where it is",
            places.join(" or ")
        ))
    })
}

/// Asks the system to show an address. If it cannot, the address stands in the terminal.
fn open_browser(address: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(address);
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Ok(mut child) = quiet.spawn() {
        thread::spawn(move || child.wait());
    }
}

fn serve(listener: &TcpListener, folder: &Arc<PathBuf>) {
    let port = listener.local_addr().map_or(0, |address| address.port());
    let open = Arc::new(Mutex::new(VecDeque::new()));
    for stream in listener.incoming().flatten() {
        let stream = Arc::new(stream);
        let oldest = {
            let mut open = locked(&open);
            open.push_back(Arc::clone(&stream));
            if open.len() > MOST {
                open.pop_front()
            } else {
                None
            }
        };
        if let Some(oldest) = oldest {
            // An answer takes a moment, so who is here longest has most likely not asked. If it goes away in
            // between, nothing is lost.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let (folder, open) = (Arc::clone(folder), Arc::clone(&open));
        thread::spawn(move || {
            // Somebody who goes away in between has no more use for an answer.
            let _ = answer(&stream, &folder, port);
            locked(&open).retain(|other| !Arc::ptr_eq(other, &stream));
        });
    }
}

/// The open connections, the oldest first. Nothing panics while it has them.
fn locked(open: &Mutex<VecDeque<Arc<TcpStream>>>) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(stream: &TcpStream, folder: &Path, port: u16) -> io::Result<()> {
    let mut stream = Timed {
        stream,
        end: Instant::now() + LONGEST_TIME,
    };
    let mut reader = BufReader::new(stream.take(LONGEST));
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut host = None;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return refuse(stream, "431 Request Header Fields Too Large");
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("host")
        {
            host = Some(value.trim().to_owned());
        }
    }
    // Pages of others may give this machine a name of theirs.
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    if !host.is_some_and(|host| names.contains(&host)) {
        return refuse(stream, "403 Forbidden");
    }
    let mut words = first.split_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    if !matches!(method, "GET" | "HEAD") {
        return refuse(stream, "405 Method Not Allowed");
    }
    let name = target.split(['?', '#']).next().unwrap_or("");
    let name = if name == "/" { "/index.html" } else { name };
    let Some((kind, file)) = file(folder, name) else {
        return refuse(stream, "404 Not Found");
    };
    let length = file.metadata()?.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{POLICY}\r\n"
    )?;
    if method == "GET" {
        // However many ask for a large file, none of them has it in memory.
        io::copy(&mut file.take(length), &mut stream)?;
    }
    stream.flush()
}

/// A file of the page with its kind. The page has no folders, so a name with more than letters, digits, dots
/// and hyphens is none of it.
fn file(folder: &Path, target: &str) -> Option<(&'static str, File)> {
    let name = target.strip_prefix('/')?;
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '.' || sign == '-';
    if name.starts_with('.') || !name.chars().all(is_plain) {
        return None;
    }
    let (_, end) = name.rsplit_once('.')?;
    let (_, kind) = KINDS.iter().find(|(known, _)| *known == end)?;
    Some((kind, folder::open(&folder.join(name)).ok()?))
}

/// A connection that is given up at its end, and before that if it does nothing for long.
#[derive(Clone, Copy)]
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    /// How long to wait now.
    fn patience(self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(Some(left.min(PATIENCE)))
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.patience()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.patience()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

fn refuse(mut stream: Timed<'_>, status: &str) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n{POLICY}\r\n{status}",
        status.len()
    )?;
    stream.flush()
}
