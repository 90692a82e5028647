//! The files of a run, to which each finished game is added.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::games_file::refuse_foreign;
use super::rows::{read_rows, row_line};
use crate::cli::load;
use crate::cli::output::{Existing, GrowingFile, whole, write_file};
use crate::cli::stop::Stop;
use crate::referee::GameRow;

/// The interval between progress reports.
const PATIENCE: Duration = Duration::from_secs(5);

/// Writes the games of rows as PGN.
type Written<'a> = dyn Fn(&[GameRow]) -> Result<String, Stop> + 'a;

/// The files, and the games that they already had.
#[derive(Debug)]
pub(in crate::cli) struct Ledger {
    pub(in crate::cli) rows: Vec<GameRow>,
    out: Option<GrowingFile>,
    pgn: Option<GrowingFile>,
}

impl Ledger {
    /// Creates or continues the files. The PGN file is always rewritten from the rows, which alone record the
    /// games that were played, because an interrupted run may have left a torn game in it or a game without a
    /// row.
    pub(in crate::cli) fn open(
        out: Option<&Path>,
        pgn: Option<(&Path, &Written<'_>)>,
        resume: bool,
        existing: Existing,
    ) -> Result<Ledger, Stop> {
        if let (Some(out), Some((pgn, _))) = (out, &pgn)
            && is_same_file(out, pgn)
        {
            let message = format!("{}: results and games need different files", out.display());
            return Err(Stop::Usage(message));
        }
        let mut rows = Vec::new();
        let goes_on = |path: &Path| resume && path.exists();
        let out = match out {
            None => None,
            Some(path) if goes_on(path) => {
                let name = path.to_string_lossy();
                let text = load::read_text(&name)?;
                let (read, whole) = read_rows(&text).map_err(|line| {
                    let message = format!("{name}: line {line} is not the result of a game");
                    Stop::wrong(&message)
                })?;
                rows = read;
                Some(GrowingFile::go_on(path, whole as u64)?)
            }
            Some(path) => Some(GrowingFile::begin(path, existing)?),
        };
        let pgn = match pgn {
            None => None,
            Some((path, written)) if resume => {
                let text = written(&rows)?;
                if path.exists() {
                    refuse_foreign(path, &text)?;
                }
                write_file(path, text.as_bytes(), Existing::Replace)?;
                Some(GrowingFile::go_on(path, u64::MAX)?)
            }
            Some((path, _)) => Some(GrowingFile::begin(path, existing)?),
        };
        Ok(Ledger { rows, out, pgn })
    }

    /// Stores a game. The row is written last: a game with a row is not played again.
    pub(in crate::cli) fn keep(&mut self, row: &GameRow, pgn: Option<&str>) -> Result<(), Stop> {
        if let (Some(file), Some(text)) = (&mut self.pgn, pgn) {
            file.add(text)?;
        }
        if let Some(file) = &mut self.out {
            file.add(&row_line(row))?;
        }
        Ok(())
    }
}

/// Whether two paths name one file, which need not exist.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let found = |path: &Path| path.canonicalize().unwrap_or_else(|_| whole(path));
    found(one) == found(other)
}

/// Reports the progress of a run on standard error.
#[derive(Debug)]
pub(in crate::cli) struct Teller {
    told: Instant,
    is_terminal: bool,
}

impl Teller {
    pub(in crate::cli) fn new() -> Teller {
        Teller {
            told: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
        }
    }

    /// Writes a line, if it is due. Standard error may be closed.
    pub(in crate::cli) fn tell(&mut self, line: impl FnOnce() -> String) {
        if !self.is_terminal && self.told.elapsed() < PATIENCE {
            return;
        }
        self.told = Instant::now();
        let line = line();
        let mut out = io::stderr().lock();
        let _ = if self.is_terminal {
            write!(out, "\r\u{1b}[K{line}").and_then(|()| out.flush())
        } else {
            writeln!(out, "{line}")
        };
    }

    /// Ends the line.
    pub(in crate::cli) fn end(self) {
        if self.is_terminal {
            let _ = writeln!(io::stderr());
        }
    }
}
