//! Temporary files for engines, which are deleted when the referee ends.

use std::io;
use std::path::{Path, PathBuf};

/// A file that exists as long as this value.
#[derive(Debug)]
pub(in crate::cli) struct HeldFile {
    #[cfg(unix)]
    guard: std::process::Child,
    #[cfg(not(unix))]
    _file: crate::cli::output::TemporaryFile,
    path: PathBuf,
}

impl HeldFile {
    /// The path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(unix)]
impl HeldFile {
    /// A guard process writes the file, and deletes it even if the referee is killed.
    pub(super) fn new(suffix: &str, bytes: &[u8]) -> io::Result<HeldFile> {
        use std::io::{BufRead, BufReader, Write};

        let mut guard = super::guard::keeping(suffix)?;
        let mut path = String::new();
        if let Some(mut content) = guard.stdin.take() {
            content.write_all(bytes)?;
        }
        let mut held = HeldFile {
            guard,
            path: PathBuf::new(),
        };
        if let Some(said) = &mut held.guard.stdout {
            BufReader::new(said).read_line(&mut path)?;
        }
        match path.strip_suffix('\n') {
            Some(path) => held.path = PathBuf::from(path),
            None => return Err(io::Error::other("no file can be created for engines")),
        }
        Ok(held)
    }
}

#[cfg(unix)]
impl Drop for HeldFile {
    fn drop(&mut self) {
        let lifeline = self.guard.stderr.take();
        super::child::end_guarded(&mut self.guard, lifeline);
    }
}

#[cfg(not(unix))]
impl HeldFile {
    pub(super) fn new(suffix: &str, bytes: &[u8]) -> io::Result<HeldFile> {
        let file = crate::cli::output::TemporaryFile::new(suffix, bytes)?;
        let path = file.path().to_owned();
        Ok(HeldFile { _file: file, path })
    }
}
