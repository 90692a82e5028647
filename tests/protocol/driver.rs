//! Drives a protocol as the program does, but on a single thread: text in, text out.

use std::time::{Duration, Instant};

use ferz::search::Clock;
use ferz_cli::protocol::{Action, Job, Library, LoadedFile, Offering, Protocol, Uci, XBoard};

/// Counts from when it was made.
struct Watch(Instant);

impl Clock for Watch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A protocol with the job that waits for a word.
pub(super) struct Driver {
    protocol: Box<dyn Protocol>,
    /// What runs until it is told to stop.
    endless: Option<Job>,
    /// Whether every job waits for a word, though it would end by itself.
    holds_all: bool,
    pub(super) has_quit: bool,
}

impl Driver {
    /// The protocol with this name.
    pub(super) fn new(name: &str) -> Driver {
        let protocol: Box<dyn Protocol> = match name {
            "uci" => Box::new(Uci::new()),
            "xboard" => Box::new(XBoard::new(Library::new(), Offering::Shown)),
            _ => panic!("no protocol `{name}`"),
        };
        Driver {
            protocol,
            endless: None,
            holds_all: false,
            has_quit: false,
        }
    }

    /// The same, with searches that do nothing until they are stopped.
    pub(super) fn idle(name: &str) -> Driver {
        Driver {
            holds_all: true,
            ..Driver::new(name)
        }
    }

    /// What is answered to a line, until nothing more happens by itself.
    pub(super) fn send(&mut self, line: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let actions = self.protocol.line(line);
        self.perform(actions, &mut lines);
        // A search that was to go on may have been told to stop, or to use its own time.
        if self
            .endless
            .as_ref()
            .is_some_and(|job| job.is_stopped() || !self.holds_all && !job.is_endless())
            && let Some(job) = self.endless.take()
        {
            self.run(job, &mut lines);
        }
        lines
    }

    /// Whether a search goes on.
    pub(super) fn is_busy(&self) -> bool {
        self.endless.is_some()
    }

    fn perform(&mut self, actions: Vec<Action>, lines: &mut Vec<String>) {
        for action in actions {
            match action {
                Action::Write(line) => {
                    assert!(!line.contains('\n'), "two lines in one: {line:?}");
                    lines.push(line);
                }
                Action::Load(paths) => {
                    let files = paths.into_iter().map(load).collect();
                    let actions = self.protocol.loaded(files);
                    self.perform(actions, lines);
                }
                Action::Start(job) if self.holds_all || job.is_endless() => {
                    self.endless = Some(*job);
                }
                Action::Start(job) => self.run(*job, lines),
                Action::Quit => self.has_quit = true,
                _ => panic!("an unknown action"),
            }
        }
    }

    fn run(&mut self, job: Job, lines: &mut Vec<String>) {
        let clock = Watch(Instant::now());
        let mut reports = Vec::new();
        let done = job.run(&clock, &mut |report| reports.push(report));
        for report in reports {
            let actions = self.protocol.reported(report);
            self.perform(actions, lines);
        }
        let actions = self.protocol.finished(done);
        self.perform(actions, lines);
    }
}

fn load(word: String) -> LoadedFile {
    let (path, variant) = match word.split_once('#') {
        Some((path, name)) => (path.to_owned(), Some(name.to_owned())),
        None => (word, None),
    };
    let root = root!();
    let text = std::fs::read_to_string(format!("{root}/{path}"));
    let text = text.map_err(|_| "no such file".to_owned());
    // As whoever reads files does it: what stands beside a definition comes with it.
    let beside = path
        .strip_suffix(".toml")
        .map(|stem| format!("{stem}.eval.toml"));
    let exists = |path: &String| std::path::Path::new(root).join(path).is_file();
    let evaluations = beside.filter(exists).map(load).into_iter().collect();
    LoadedFile {
        evaluations,
        variant,
        ..LoadedFile::new(path, text)
    }
}
