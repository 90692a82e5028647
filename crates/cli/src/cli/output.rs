//! Writes files atomically, and overwrites only files that the user named.
//!
//! The text goes to a temporary file in the same folder, which is renamed once it is synced to the disk.
//! After a full disk, a size limit or a lost connection the old file remains. All files are written by this
//! module.

use std::collections::BTreeSet;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{self, Path, PathBuf};

use clap::Args;
use tempfile::{Builder, NamedTempFile};

use super::stop::Stop;
use ferz::source::budget::is_exhausted;

/// Whether files that are there may be overwritten.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ForceArgs {
    /// Overwrite existing files
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

/// The treatment of existing files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Refuse,
    Replace,
}

/// The origin of a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedBy {
    /// The command line. Symbolic links are followed and kept.
    User,
    /// The program, from the contents of a definition. Symbolic links are not followed, since they could lead
    /// anywhere.
    Program,
}

/// A destination for a file.
#[derive(Debug)]
pub(super) struct Place {
    /// The path in messages.
    path: PathBuf,
    /// The path after following symbolic links.
    target: PathBuf,
    /// The existing file.
    found: Option<Metadata>,
}

impl Place {
    /// Examines a destination, and refuses one that must not be overwritten.
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
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if named_by == NamedBy::User {
                    fs::metadata(folder_of(path)).map_err(|error| fault(path, error))?;
                }
                return Ok(free());
            }
            Err(error) => return Err(fault(path, error)),
        };
        if found.is_symlink() {
            if named_by == NamedBy::Program {
                return refuse("this is a symbolic link, which is not followed; remove it");
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
            return refuse("the file exists already; overwrite it by `--force`");
        }
        Ok(Place {
            path: path.to_owned(),
            target,
            found: Some(found),
        })
    }

    /// Writes the file. Its folder must exist.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Stop> {
        if is_exhausted() {
            return Err(Stop::Output(io::Error::other(
                "the budget of work is used up",
            )));
        }
        let written = match &self.found {
            None => create(&self.target, bytes),
            Some(found) if found.is_file() => replace(&self.target, found, bytes),
            // Devices and pipes hold no data that could be lost.
            Some(_) => {
                let opened = OpenOptions::new().write(true).open(&self.target);
                opened.and_then(|mut device| device.write_all(bytes))
            }
        };
        written.map_err(|error| fault(&self.path, error))
    }
}

/// Creates a folder, unless it exists.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Writes a file named on the command line.
pub(super) fn write_file(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Stop> {
    Place::new(path, NamedBy::User, existing)?.write(bytes)
}

/// Writes to a file, or to standard output if the path is missing or `-`.
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

/// Writes several files; none of them if a destination is refused or occurs twice. The folder of files that
/// the program names is created if missing.
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

/// Whether a path stands for standard output.
pub(super) fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The absolute path, by which files are compared without accessing them.
pub(super) fn whole(path: &Path) -> PathBuf {
    path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The error that a file cannot be written.
fn fault(path: &Path, reason: impl std::fmt::Display) -> Stop {
    Stop::Usage(format!("{}: {reason}", path.display()))
}

/// Creates a file.
fn create(target: &Path, bytes: &[u8]) -> io::Result<()> {
    // Another process may have created the file meanwhile.
    let complete = beside(target, bytes, None)?.persist_noclobber(target);
    complete.map(drop).map_err(|error| error.error)
}

/// Replaces a file.
fn replace(target: &Path, found: &Metadata, bytes: &[u8]) -> io::Result<()> {
    // Renaming needs write permission only for the folder, so that of the file is tested first.
    OpenOptions::new().write(true).open(target)?;
    let complete = beside(target, bytes, Some(found))?;
    keep_owner(&complete, found);
    complete.as_file().set_permissions(found.permissions())?;
    complete
        .persist(target)
        .map(drop)
        .map_err(|error| error.error)
}

/// A temporary file with this content in the folder of another, deleted unless it is persisted.
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
            format!("no file can be created in its folder: {reason}"),
        )
    })?;
    file.as_file_mut().write_all(bytes)?;
    // Some file systems report a full disk only on sync.
    file.as_file().sync_all()?;
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Gives a new file the permissions of the old one from the start, or those of the user's mask if
/// no old file exists.
#[cfg(unix)]
fn permit(builder: &mut Builder<'_, '_>, found: Option<&Metadata>) {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    let usual = || Permissions::from_mode(0o666);
    builder.permissions(found.map_or_else(usual, Metadata::permissions));
}

#[cfg(not(unix))]
fn permit(_: &mut Builder<'_, '_>, _: Option<&Metadata>) {}

/// Gives the new file the owner and the group of the old one, if the system allows it.
#[cfg(unix)]
fn keep_owner(file: &NamedTempFile, found: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let file = file.as_file();
    if fchown(file, Some(found.uid()), Some(found.gid())).is_err() {
        // Only the administrator can change the owner, but a user can set a group of their own.
        let _ = fchown(file, None, Some(found.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &NamedTempFile, _: &Metadata) {}

/// Refuses files beyond the size limit, at which the system would kill the program while writing.
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

/// A file that grows line by line, so that an interruption keeps earlier lines.
#[derive(Debug)]
pub(super) struct GrowingFile {
    path: PathBuf,
    file: fs::File,
}

impl GrowingFile {
    /// Creates the file.
    pub(super) fn begin(path: &Path, existing: Existing) -> Result<GrowingFile, Stop> {
        let place = Place::new(path, NamedBy::User, existing)?;
        place.write(b"")?;
        GrowingFile::open(path)
    }

    /// Continues a file after this number of bytes, and truncates the rest.
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

/// A file for another program, deleted on drop.
#[derive(Debug)]
pub(super) struct TemporaryFile(NamedTempFile);

impl TemporaryFile {
    /// Writes the file to the system's folder for temporary files.
    pub(super) fn new(suffix: &str, bytes: &[u8]) -> io::Result<TemporaryFile> {
        let mut file = Builder::new().prefix("ferz-").suffix(suffix).tempfile()?;
        file.write_all(bytes)?;
        Ok(TemporaryFile(file))
    }

    /// The path of the file.
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}
