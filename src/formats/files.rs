//! Other files that a definition names.

use std::fmt;
use std::path::{Path, PathBuf};

/// The files that a definition may name, such as those in its folder.
///
/// ```
/// use std::path::{Path, PathBuf};
///
/// use ferz::Catalog;
/// use ferz::definition::Limits;
/// use ferz::formats::{FileError, Files, Format};
///
/// /// One other file, in memory.
/// #[derive(Debug)]
/// struct OneFile;
///
/// impl Files for OneFile {
///     fn home(&self) -> &Path {
///         Path::new("mine.toml")
///     }
///
///     fn locate(&self, path: &str, _from: &Path) -> Result<PathBuf, FileError> {
///         if path == "base.toml" { Ok(path.into()) } else { Err(FileError::Missing) }
///     }
///
///     fn read(&self, _path: &Path, _most: usize) -> Result<String, FileError> {
///         Ok("name = 'base'\ninherits = 'chess'\nrules.stalemate = 'loss'".to_owned())
///     }
/// }
///
/// let text = "name = 'mine'\ninherits = 'base.toml'";
/// let limits = Limits { file_bytes: 10_000, ..Limits::default() };
/// let read = Catalog::read_file(text, Format::Toml, &limits, &OneFile);
/// assert!(read.into_result().unwrap().get("mine").is_some());
/// ```
pub trait Files: fmt::Debug + Send + Sync {
    /// The file with the definition.
    fn home(&self) -> &Path;

    /// The canonical path of the file that `path` names in the file `from`.
    ///
    /// # Errors
    /// If the file does not exist or must not be read.
    fn locate(&self, path: &str, from: &Path) -> Result<PathBuf, FileError>;

    /// The text of a located file of at most `most` bytes.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, path: &Path, most: usize) -> Result<String, FileError>;
}

/// The error for a file that is not read.
///
/// See [`Files`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// It does not exist.
    Missing,
    /// It is outside the folder of the definition.
    Outside,
    /// It has more bytes than allowed.
    TooLarge,
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// The extensions by which a text is recognized as a file name.
const ENDINGS: [&str; 5] = [".toml", ".ini", ".txt", ".html", ".htm"];

/// Splits the name of a file into its path and the name of an item in it; `None` if the text names no file.
pub fn named_file(text: &str) -> Option<(&str, Option<&str>)> {
    let (path, name) = match text.split_once('#') {
        Some((path, name)) => (path, Some(name)),
        None => (text, None),
    };
    let is_path = name.is_some()
        || ["./", "../", "/"]
            .iter()
            .any(|start| path.starts_with(start))
        || ENDINGS.iter().any(|end| path.ends_with(end));
    is_path.then_some((path, name))
}

/// The separator before the quoted error of another file.
pub(crate) const BECAUSE: &str = " has errors: ";
