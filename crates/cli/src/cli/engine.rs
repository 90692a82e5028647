//! Runs a protocol: lines from standard input, answers to standard output, jobs on other threads.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::stop::Stop;
use super::stopwatch::Stopwatch;
use super::thinking::SEARCH_STACK;
use super::{load, report, work};
use crate::protocol::{Action, Done, Job, Library, LoadedFile, Protocol, Report, Signals};
use ferz::search::has_room;

/// The maximum length of a line; the rest is dropped.
const MAX_LINE: u64 = 4 << 20;

/// The time limit of a search after `quit`.
const FAREWELL: Duration = Duration::from_millis(300);

/// The time limit of finite searches after the end of the input: commands from a pipe are answered, but the
/// program does not run forever without its client.
const LAST_ANSWERS: Duration = Duration::from_secs(60);

/// The address space reserved for the threads of a search: threads that have just started have not
/// reserved theirs yet.
const ARENA: usize = 256 << 20;

/// An event of the main loop.
enum Event {
    Line(String),
    EndOfInput,
    Report(Report),
    Done(Done),
}

/// Runs a protocol until it quits, or until all commands before the end of standard input are answered.
pub(super) fn run(protocol: &mut dyn Protocol, out: &mut impl Write) -> Result<(), Stop> {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    let reader = thread::Builder::new().spawn(move || read_lines(&lines));
    reader.map_err(|error| Stop::Usage(format!("no thread can be started: {error}")))?;
    let mut host = Host {
        sender,
        has_input: true,
        is_working: false,
        endless: None,
        quits: false,
    };
    let listens = |host: &Host| !host.quits && host.has_input;
    host.attend(protocol, out, &events, None, listens)?;
    let answers = |host: &Host| !host.quits && host.is_working && !host.waits();
    host.attend(protocol, out, &events, Some(LAST_ANSWERS), answers)?;
    if !host.quits {
        let actions = protocol.line("quit");
        host.perform(protocol, actions, out)?;
    }
    // A search that has been told to stop may still send its move.
    let ends = |host: &Host| host.is_working;
    host.attend(protocol, out, &events, Some(FAREWELL), ends)
}

/// The built-ins and the variants of these files.
pub(super) fn library(paths: &[String]) -> Result<Library, Stop> {
    let mut files = Vec::new();
    for path in paths {
        files.push(LoadedFile {
            folder: Some(Arc::new(load::folder_of(path))),
            evaluations: evaluations_beside(path),
            ..LoadedFile::new(path.clone(), Ok(load::read_text(path)?))
        });
    }
    let library = work::budget().run(|| Library::of_files(&files))?;
    let library = library.map_err(|faults| {
        let of_codes = |fault: &String| fault.split_once(": ").map(|(_, said)| said.to_owned());
        for fault in &faults {
            report::plain_error(&of_codes(fault).unwrap_or_else(|| fault.clone()));
        }
        Stop::Findings
    })?;
    for fault in library.faults() {
        let warned = fault.strip_prefix("warning: ");
        warned.map_or_else(|| report::plain_error(fault), report::plain_warning);
    }
    Ok(library)
}

/// The answers of a protocol within a new budget.
fn bounded(
    protocol: &mut dyn Protocol,
    ask: impl FnOnce(&mut dyn Protocol) -> Vec<Action>,
) -> Vec<Action> {
    let answered = work::budget().run(|| ask(protocol));
    answered.unwrap_or_else(|exhausted| protocol.exhausted(&exhausted.finding()))
}

struct Host {
    sender: Sender<Event>,
    has_input: bool,
    is_working: bool,
    /// The signals of the running job if it ends only when told to stop.
    endless: Option<Signals>,
    quits: bool,
}

impl Host {
    /// Whether the running job goes on until a command that can no longer come.
    fn waits(&self) -> bool {
        let signals = self.endless.as_ref();
        signals.is_some_and(|signals| !signals.is_stopped())
    }

    /// Handles events while `goes_on`, with a time limit.
    fn attend(
        &mut self,
        protocol: &mut dyn Protocol,
        out: &mut impl Write,
        events: &Receiver<Event>,
        patience: Option<Duration>,
        goes_on: fn(&Host) -> bool,
    ) -> Result<(), Stop> {
        let end = patience.map(|patience| Instant::now() + patience);
        while goes_on(self) {
            let event = match end {
                None => events.recv().ok(),
                Some(end) => {
                    let left = end.saturating_duration_since(Instant::now());
                    events.recv_timeout(left).ok()
                }
            };
            let Some(event) = event else { break };
            let actions = bounded(protocol, |protocol| self.answer(protocol, event));
            self.perform(protocol, actions, out)?;
        }
        Ok(())
    }

    fn answer(&mut self, protocol: &mut dyn Protocol, event: Event) -> Vec<Action> {
        match event {
            // After `quit` further lines are ignored.
            Event::Line(_) if self.quits => Vec::new(),
            Event::Line(text) => protocol.line(&text),
            Event::EndOfInput => {
                self.has_input = false;
                Vec::new()
            }
            Event::Report(report) => protocol.reported(report),
            Event::Done(done) => {
                self.is_working = false;
                protocol.finished(done)
            }
        }
    }

    fn perform(
        &mut self,
        protocol: &mut dyn Protocol,
        actions: Vec<Action>,
        out: &mut impl Write,
    ) -> Result<(), Stop> {
        for action in actions {
            match action {
                Action::Write(line) => {
                    writeln!(out, "{line}")?;
                    out.flush()?;
                }
                Action::Load(paths) => {
                    let files = paths.into_iter().map(loaded).collect();
                    let actions = bounded(protocol, |protocol| protocol.loaded(files));
                    self.perform(protocol, actions, out)?;
                }
                // After `quit` no jobs are started.
                Action::Start(_) if self.quits => {}
                Action::Start(job) => {
                    let actions = self.start(protocol, *job);
                    self.perform(protocol, actions, out)?;
                }
                Action::Quit => self.quits = true,
            }
        }
        Ok(())
    }

    /// Starts a job on as many threads as the system provides; returns the reaction of the protocol if these
    /// are too few.
    fn start(&mut self, protocol: &mut dyn Protocol, mut job: Job) -> Vec<Action> {
        let (wanted, helpers) = (job.n_threads(), job.take_helpers());
        self.endless = job.is_endless().then(|| job.signals());
        let sender = self.sender.clone();
        // The job is shared, because a thread that fails to start drops its closure.
        let job = Arc::new(Mutex::new(Some(job)));
        let own = Arc::clone(&job);
        let work = move || {
            let Some(job) = taken(&own) else { return };
            let clock = Stopwatch::start();
            let done = job.run(&clock, &mut |report| {
                // The receiver is gone when the program ends.
                let _ = sender.send(Event::Report(report));
            });
            let _ = sender.send(Event::Done(done));
        };
        let builder = thread::Builder::new().stack_size(SEARCH_STACK);
        if builder.spawn(work).is_err() {
            let mut actions = protocol.reported(Report::Threads(0));
            if let Some(job) = taken(&job) {
                actions.extend(protocol.finished(job.give_up()));
            }
            return actions;
        }
        self.is_working = true;
        let needed = SEARCH_STACK + ARENA;
        let started = helpers.into_iter().take_while(|_| has_room(needed));
        let started = started.map_while(|helper| {
            let builder = thread::Builder::new().stack_size(SEARCH_STACK);
            builder.spawn(move || helper.run()).ok()
        });
        let searching = 1 + started.count();
        if searching < wanted {
            return protocol.reported(Report::Threads(searching));
        }
        Vec::new()
    }
}

/// Takes the job unless another thread has it. No panic is possible while the lock is held.
fn taken(job: &Mutex<Option<Job>>) -> Option<Job> {
    job.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// The evaluation files in the folder of a file.
fn evaluations_beside(path: &str) -> Vec<LoadedFile> {
    let folder = Path::new(path).parent().filter(|_| path != "-");
    let folder = folder.map(|folder| {
        if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        }
    });
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let names = paths.filter_map(|path| path.into_os_string().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".eval.toml")).collect();
    names.sort_unstable();
    names.into_iter().map(text_file).collect()
}

/// The file with this path, or `FILE#NAME`.
fn loaded(word: String) -> LoadedFile {
    let (path, variant) = match load::file_and_variant(&word) {
        Some((path, name)) => (path.to_owned(), Some(name.to_owned())),
        None => (word, None),
    };
    LoadedFile {
        folder: Some(Arc::new(load::folder_of(&path))),
        evaluations: evaluations_beside(&path),
        variant,
        ..text_file(path)
    }
}

fn text_file(path: String) -> LoadedFile {
    // Standard input carries the protocol.
    let text = if path == "-" {
        Err("standard input cannot be used here".to_owned())
    } else {
        load::read_text(&path).map_err(|stop| match stop {
            Stop::Usage(message) => message,
            Stop::Findings | Stop::Exhausted(_) => "it cannot be read".to_owned(),
            Stop::Output(error) => error.to_string(),
        })
    };
    LoadedFile::new(path, text)
}

fn read_lines(sender: &Sender<Event>) {
    let mut input = io::stdin().lock();
    while let Ok(Some(line)) = read_line(&mut input) {
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::EndOfInput);
}

/// The next line, without its line end; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input
        .by_ref()
        .take(MAX_LINE)
        .read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !bytes.ends_with(b"\n") {
        skip_line(input)?;
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}

/// Skips the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() {
            return Ok(());
        }
    }
}
