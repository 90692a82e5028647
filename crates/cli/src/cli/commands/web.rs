//! `ferz web`: serves the web page to local browsers.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::stop::Stop;
use ferz_designer::folder;

/// Serve the web page for editing and playing pieces and variants on this machine
///
/// Serves the files of one folder on the loopback address, which only this machine can reach, and opens the
/// browser. Runs until it is interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Released programs contain the page. Other programs look for it in `bindings/web/dist` below the \
        current folder, where `bindings/web/build` writes it.\n\nExample:\n  ferz web --dir bindings/web/dist"
)]
pub(in crate::cli) struct Args {
    /// Folder with the page
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Port; 0 chooses a free one, but browsers store the data of the page separately for each port
    #[arg(long, value_name = "NUMBER", default_value_t = 8373)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

/// The maximum length of a request, in bytes.
const LONGEST: u64 = 16 << 10;

/// The maximum number of connections; for a further one the oldest is closed.
const MOST: usize = 32;

/// The time limits of an idle connection, and of a request with its response.
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST_TIME: Duration = Duration::from_secs(60);

/// The content types of files by extension. No other files are served.
const KINDS: [(&str, &str); 6] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("bin", "application/octet-stream"),
];

/// The security headers of every response.
const POLICY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-cache\r\nConnection: close\r\n";

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let page = page(args.dir.as_deref())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| {
        let port = args.port;
        Stop::Usage(format!(
            "port {port}: {error}; choose another one by --port"
        ))
    })?;
    let address = format!("http://{}/", listener.local_addr()?);
    writeln!(out, "The page is at {address}")?;
    out.flush()?;
    if !args.no_open {
        open_browser(&address);
    }
    serve(&listener, &Arc::new(page));
    Ok(())
}

/// The location of the page.
enum Page {
    /// In a folder.
    Folder(PathBuf),
    /// In the program.
    #[cfg(feature = "page")]
    Within(packed::Files),
}

fn page(wanted: Option<&Path>) -> Result<Page, Stop> {
    #[cfg(feature = "page")]
    if wanted.is_none() {
        return Ok(Page::Within(packed::files()));
    }
    folder(wanted).map(Page::Folder)
}

/// The folder with the page.
fn folder(wanted: Option<&Path>) -> Result<PathBuf, Stop> {
    let folder = wanted.unwrap_or(Path::new("bindings/web/dist"));
    if folder.join("index.html").is_file() {
        return Ok(folder.to_owned());
    }
    let place = folder.display();
    Err(Stop::Usage(format!(
        "`{place}` contains no page; build one by `bindings/web/build`, or name its folder by --dir"
    )))
}

/// Opens an address in the browser. If that fails, the user can copy it from the terminal.
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

fn serve(listener: &TcpListener, page: &Arc<Page>) {
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
            // Responses are fast, so the oldest connection is most likely idle and can be closed.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let (page, open) = (Arc::clone(page), Arc::clone(&open));
        thread::spawn(move || {
            // A client that disconnects needs no response.
            let _ = answer(&stream, &page, port);
            locked(&open).retain(|other| !Arc::ptr_eq(other, &stream));
        });
    }
}

/// Locks the open connections, the oldest first. No panic is possible while they are locked.
fn locked(open: &Mutex<VecDeque<Arc<TcpStream>>>) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(stream: &TcpStream, page: &Page, port: u16) -> io::Result<()> {
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
    // Other sites can point a name of theirs to this machine (DNS rebinding), so the host is checked.
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
    let found = kind(name).and_then(|(kind, name)| Some((kind, page.open(name)?)));
    let Some((kind, Body { bytes, encoding })) = found else {
        return refuse(stream, "404 Not Found");
    };
    let (length, bytes) = bytes?;
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{encoding}{POLICY}\r\n"
    )?;
    if method == "GET" {
        // Large files are streamed, so that many requests need little memory.
        io::copy(&mut bytes.take(length), &mut stream)?;
    }
    stream.flush()
}

/// The body of a response.
struct Body {
    /// The length and the bytes.
    bytes: io::Result<(u64, Box<dyn Read>)>,
    /// The header with the content encoding.
    encoding: &'static str,
}

impl Page {
    fn open(&self, name: &str) -> Option<Body> {
        match self {
            Page::Folder(folder) => {
                let file = folder::open(&folder.join(name)).ok()?;
                let length = file.metadata().map(|found| found.len());
                let bytes =
                    length.map(|length| -> (u64, Box<dyn Read>) { (length, Box::new(file)) });
                Some(Body {
                    bytes,
                    encoding: "",
                })
            }
            #[cfg(feature = "page")]
            Page::Within(files) => {
                let file: &'static [u8] = files.get(name)?;
                Some(Body {
                    bytes: Ok((file.len() as u64, Box::new(file))),
                    // Every browser supports gzip.
                    encoding: "Content-Encoding: gzip\r\n",
                })
            }
        }
    }
}

/// The page within the program, as packed by `tools/release`.
#[cfg(feature = "page")]
mod packed {
    use std::collections::BTreeMap;

    /// Files by name, compressed by gzip.
    pub(super) type Files = BTreeMap<&'static str, &'static [u8]>;

    /// A line with the length and the name of each file, an empty line, and the files.
    static PACKED: &[u8] = include_bytes!(env!(
        "FERZ_PAGE",
        "the feature `page` needs a packed page: `tools/pack-page FILE`, and FERZ_PAGE=FILE"
    ));

    pub(super) fn files() -> Files {
        let mut names = Vec::new();
        let mut rest = PACKED;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let line = std::str::from_utf8(&rest[..end]).unwrap_or("");
            rest = &rest[end + 1..];
            let Some((length, name)) = line.split_once(' ') else {
                break;
            };
            names.push((length.parse().unwrap_or(0), name));
        }
        let mut files = Files::new();
        for (length, name) in names {
            let (file, others) = rest.split_at(rest.len().min(length));
            files.insert(name, file);
            rest = others;
        }
        files
    }
}

/// The content type and the name of a requested file. The page has no folders, so names consist of letters,
/// digits, dots and hyphens.
fn kind(target: &str) -> Option<(&'static str, &str)> {
    let name = target.strip_prefix('/')?;
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '.' || sign == '-';
    if name.starts_with('.') || !name.chars().all(is_plain) {
        return None;
    }
    let (_, end) = name.rsplit_once('.')?;
    let (_, kind) = KINDS.iter().find(|(known, _)| *known == end)?;
    Some((*kind, name))
}

/// A connection with a total time limit and an idle time limit.
#[derive(Clone, Copy)]
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    /// The current time limit.
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
