//! File access for definitions that name other files. Outside the program, only this module opens
//! files.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use ferz::formats::{FileError, Files};

/// The folder of a definition file, with the files in it and in its subfolders.
///
/// # Examples
/// ```
/// use ferz::definition::Limits;
/// use ferz::formats::{Catalog, Format};
/// use ferz_designer::folder::Folder;
///
/// let folder = Folder::of("../../examples/variants/mine.toml");
/// let text = "[mine]\ninherits = './grid.toml'";
/// let read = Catalog::read_file(text, Format::Toml, &Limits::default(), &folder);
/// assert!(read.into_result().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    home: PathBuf,
    is_anywhere: bool,
}

impl Folder {
    /// The folder of a file, which need not exist yet.
    pub fn of(file: impl AsRef<Path>) -> Folder {
        let file = file.as_ref();
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        Folder {
            home: folder.join(file.file_name().unwrap_or_default()),
            is_anywhere: false,
        }
    }

    /// Allows access to all files of the system.
    #[must_use]
    pub fn anywhere(self) -> Folder {
        Folder {
            is_anywhere: true,
            ..self
        }
    }

    /// Whether the text of a path leads out of the folder; symbolic links are not examined here.
    fn leads_out(&self, path: &Path, from: &Path) -> bool {
        let root = self.home.parent().unwrap_or(Path::new(""));
        let below = from
            .parent()
            .and_then(|folder| folder.strip_prefix(root).ok());
        let mut depth = below.map_or(0, |below| below.components().count());
        for part in path.components() {
            match part {
                Component::Normal(_) => depth += 1,
                Component::CurDir => {}
                Component::ParentDir if depth > 0 => depth -= 1,
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => return true,
            }
        }
        false
    }
}

impl Files for Folder {
    fn home(&self) -> &Path {
        &self.home
    }

    fn locate(&self, path: &str, from: &Path) -> Result<PathBuf, FileError> {
        if !self.is_anywhere && self.leads_out(Path::new(path), from) {
            return Err(FileError::Outside);
        }
        let folder = from.parent().unwrap_or(Path::new(""));
        let found = fs::canonicalize(folder.join(path)).map_err(of_file)?;
        let root = self.home.parent().unwrap_or(Path::new(""));
        if self.is_anywhere || found.starts_with(root) {
            Ok(found)
        } else {
            Err(FileError::Outside)
        }
    }

    fn read(&self, path: &Path, most: usize) -> Result<String, FileError> {
        let file = open(path).map_err(of_file)?;
        text_of(file, most as u64).map_err(of_file)
    }
}

fn of_file(error: io::Error) -> FileError {
    match error.kind() {
        ErrorKind::NotFound => FileError::Missing,
        ErrorKind::FileTooLarge => FileError::TooLarge,
        ErrorKind::IsADirectory => FileError::Unreadable("this is a folder, not a file".to_owned()),
        _ => FileError::Unreadable(error.to_string()),
    }
}

/// Opens a regular file. Pipes are refused because reading could block, devices because they can be
/// endless.
///
/// # Errors
/// If no such file exists, or if it cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !found.is_file() {
        let message = "this is a pipe or a device, not a regular file; save its text to a file";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    File::open(path)
}

/// Reads a UTF-8 text of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, has more bytes ([`ErrorKind::FileTooLarge`]) or is not valid UTF-8
/// ([`ErrorKind::InvalidData`]).
pub fn text_of(input: impl Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    let refuse = |kind, reason: String| Err(io::Error::new(kind, reason));
    if bytes.len() as u64 > most {
        return refuse(ErrorKind::FileTooLarge, "the file is too large".to_owned());
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let reason = "the file is text in UTF-16; save it in UTF-8";
        return refuse(ErrorKind::InvalidData, reason.to_owned());
    }
    String::from_utf8(bytes).or_else(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        let reason = format!("the file is not text in UTF-8, as byte {at} shows");
        refuse(ErrorKind::InvalidData, reason)
    })
}
