//! Files that commands write: whole or not at all, and over nothing that nobody named.
//!
//! The text goes to a new file beside the place, which takes its name once all of it is on the
//! disk. A full disk, a limit of the size of files or a lost connection leave what was there. This
//! is the only file that writes others.

use std::collections::BTreeSet;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{self, Path, PathBuf};

use clap::Args;
use tempfile::{Builder, NamedTempFile};

use super::stop::Stop;
use crate::source::budget::is_exhausted;

/// Whether files that are there may be overwritten.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ForceArgs {
    /// Overwrite files that are there
    #[arg(long)]
    force: bool,
}

impl ForceArgs {
    pub(super) const fn existing(self) -> Existing {
        if self.force {
            Existing::Replace
        } else {
            Existing::Refuse
        }
    }
}

/// What becomes of a file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Refuse,
    Replace,
}

/// Whose idea the name of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedBy {
    /// It stands on the command line. A symbolic link is followed and stays.
    User,
    /// It is made from what a definition says. A symbolic link might lead anywhere, so none is
    /// followed.
    Program,
}

/// A place where a file can be written.
#[derive(Debug)]
pub(super) struct Place {
    /// As messages say it.
    path: PathBuf,
    /// Where symbolic links lead.
    target: PathBuf,
    /// What is there now.
    found: Option<Metadata>,
}

impl Place {
    /// Looks what is there, and refuses a place that may not be taken.
    pub(super) fn new(path: &Path, named_by: NamedBy, existing: Existing) -> Result<Place, Stop> {
        let refuse = |reason: &str| Err(fault(path, reason));
        let free = || Place {
            path: path.to_owned(),
            target: path.to_owned(),
            found: None,
        };
        let mut target = path.to_owned();
        let mut found = match fs::symlink_metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(free()),
            Err(error) => return Err(fault(path, error)),
        };
        if found.is_symlink() {
            if named_by == NamedBy::Program {
                return refuse("this is a symbolic link, which is not followed here; remove it");
            }
            found = match fs::metadata(path) {
                Ok(found) => found,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return refuse("this is a symbolic link that leads nowhere; remove it");
                }
                Err(error) => return Err(fault(path, error)),
            };
            // A pipe behind `/dev/stdout` has no path of its own.
            if found.is_file() {
                target = fs::canonicalize(path).map_err(|error| fault(path, error))?;
            }
        }
        if found.is_dir() {
            return refuse("this is a folder, not a file");
        }
        if found.is_file() && existing == Existing::Refuse {
            return refuse("there is such a file already; `--force` overwrites it");
        }
        Ok(Place {
            path: path.to_owned(),
            target,
            found: Some(found),
        })
    }

    /// Writes the file. Its folder must be there.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Stop> {
        if is_exhausted() {
            return Err(Stop::Output(io::Error::other(
                "the budget of work is used up",
            )));
        }
        let written = match &self.found {
            None => create(&self.target, bytes),
            Some(found) if found.is_file() => replace(&self.target, found, bytes),
            // A device or a pipe keeps nothing that could be lost.
            Some(_) => {
                let opened = OpenOptions::new().write(true).open(&self.target);
                opened.and_then(|mut device| device.write_all(bytes))
            }
        };
        written.map_err(|error| fault(&self.path, error))
    }
}

/// Writes a file with the name that stands on the command line.
pub(super) fn write_file(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Stop> {
    Place::new(path, NamedBy::User, existing)?.write(bytes)
}

/// Writes to a file, or to standard output if there is none or it is called `-`.
pub(super) fn write_or_print(
    out: &mut impl Write,
    path: Option<&Path>,
    bytes: &[u8],
    existing: Existing,
) -> Result<(), Stop> {
    match path {
        Some(path) if !is_standard_output(path) => write_file(path, bytes, existing),
        _ => Ok(out.write_all(bytes)?),
    }
}

/// Writes several files: none of them if a place may not be taken, or is wanted twice. A folder
/// for files to which the program gives their names is made if it is not there.
pub(super) fn write_files(
    files: &[(PathBuf, Vec<u8>)],
    named_by: NamedBy,
    existing: Existing,
) -> Result<(), Stop> {
    let mut places = Vec::new();
    let mut seen = BTreeSet::new();
    for (path, _) in files {
        if !seen.insert(whole(path)) {
            return Err(fault(path, "two files would have this name"));
        }
        places.push(Place::new(path, named_by, existing)?);
    }
    for (place, (path, bytes)) in places.iter().zip(files) {
        if named_by == NamedBy::Program {
            let folder = folder_of(path);
            fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
        }
        place.write(bytes)?;
    }
    Ok(())
}

/// Whether a name stands for standard output.
pub(super) fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The path from the root, by which files are the same as far as words tell.
pub(super) fn whole(path: &Path) -> PathBuf {
    path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// A file of this name could not be written.
fn fault(path: &Path, reason: impl std::fmt::Display) -> Stop {
    Stop::Usage(format!("{}: {reason}", path.display()))
}

/// Writes a file where none is.
fn create(target: &Path, bytes: &[u8]) -> io::Result<()> {
    // Somebody else may have been there in the meantime.
    let complete = beside(target, bytes, None)?.persist_noclobber(target);
    complete.map(drop).map_err(|error| error.error)
}

/// Puts a file in the place of another.
fn replace(target: &Path, found: &Metadata, bytes: &[u8]) -> io::Result<()> {
    // Renaming asks the folder only; a file that must not be written stays as it is.
    OpenOptions::new().write(true).open(target)?;
    let complete = beside(target, bytes, Some(found))?;
    keep_owner(&complete, found);
    complete.as_file().set_permissions(found.permissions())?;
    complete
        .persist(target)
        .map(drop)
        .map_err(|error| error.error)
}

/// A new file with this content in the folder of another, gone if nobody wants it.
fn beside(target: &Path, bytes: &[u8], found: Option<&Metadata>) -> io::Result<NamedTempFile> {
    within_limit(bytes.len())?;
    let folder = folder_of(target);
    fs::metadata(folder)?;
    let mut builder = Builder::new();
    builder.prefix(".ferz-").suffix(".tmp");
    permit(&mut builder, found);
    let mut file = builder.tempfile_in(folder).map_err(|error| {
        let reason = error.kind();
        io::Error::new(
            reason,
            format!("no file can be made in its folder: {reason}"),
        )
    })?;
    file.as_file_mut().write_all(bytes)?;
    // Some disks say only now that they are full.
    file.as_file().sync_all()?;
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Lets a new file be what the old one may be from its first byte on, or what the user's mask
/// leaves if there is none.
#[cfg(unix)]
fn permit(builder: &mut Builder<'_, '_>, found: Option<&Metadata>) {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    let usual = || Permissions::from_mode(0o666);
    builder.permissions(found.map_or_else(usual, Metadata::permissions));
}

#[cfg(not(unix))]
fn permit(_: &mut Builder<'_, '_>, _: Option<&Metadata>) {}

/// Gives the new file the owner and the group of the old one, where the system lets us.
#[cfg(unix)]
fn keep_owner(file: &NamedTempFile, found: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let file = file.as_file();
    if fchown(file, Some(found.uid()), Some(found.gid())).is_err() {
        // Only the administrator gives files away, but everybody may share with a group.
        let _ = fchown(file, None, Some(found.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &NamedTempFile, _: &Metadata) {}

/// Where files may not be as large, the system would end the program in the middle of writing.
#[cfg(unix)]
fn within_limit(size: usize) -> io::Result<()> {
    use rustix::process::{Resource, getrlimit};
    match getrlimit(Resource::Fsize).current {
        Some(limit) if size as u64 > limit => Err(ErrorKind::FileTooLarge.into()),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn within_limit(_: usize) -> io::Result<()> {
    Ok(())
}

/// A file that grows line by line while something goes on, so that what is there stays if it is cut
/// short.
#[derive(Debug)]
pub(super) struct GrowingFile {
    path: PathBuf,
    file: fs::File,
}

impl GrowingFile {
    /// Begins a new file.
    pub(super) fn begin(path: &Path, existing: Existing) -> Result<GrowingFile, Stop> {
        let place = Place::new(path, NamedBy::User, existing)?;
        place.write(b"")?;
        GrowingFile::open(path)
    }

    /// Goes on with a file behind so many bytes; what is behind them goes.
    pub(super) fn go_on(path: &Path, bytes: u64) -> Result<GrowingFile, Stop> {
        let grown = GrowingFile::open(path)?;
        let cut = match grown.file.metadata() {
            Ok(found) if found.is_file() && found.len() > bytes => grown.file.set_len(bytes),
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        cut.map_err(|error| fault(path, error))?;
        Ok(grown)
    }

    fn open(path: &Path) -> Result<GrowingFile, Stop> {
        let opened = OpenOptions::new().append(true).create(true).open(path);
        Ok(GrowingFile {
            path: path.to_owned(),
            file: opened.map_err(|error| fault(path, error))?,
        })
    }

    /// Adds whole lines.
    pub(super) fn add(&mut self, lines: &str) -> Result<(), Stop> {
        let written = self.file.write_all(lines.as_bytes());
        let written = written.and_then(|()| self.file.flush());
        written.map_err(|error| fault(&self.path, error))
    }
}

/// A file for another program, which goes when this is dropped.
#[derive(Debug)]
pub(super) struct TemporaryFile(NamedTempFile);

impl TemporaryFile {
    /// Writes it where the system keeps such files.
    pub(super) fn new(suffix: &str, bytes: &[u8]) -> io::Result<TemporaryFile> {
        let mut file = Builder::new().prefix("ferz-").suffix(suffix).tempfile()?;
        file.write_all(bytes)?;
        Ok(TemporaryFile(file))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}
