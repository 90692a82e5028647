//! The files that a definition names, each read once and within limits.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use super::catalog::{Catalog, Refusal};
use super::files::{BECAUSE, FileError, Files, named_file};
use super::format::Format;
use super::toml::{Entries, OtherFile, OtherFiles, OtherVariant, fault, read_library};
use crate::definition::limits::Limits;
use crate::definition::place::place_in;
use crate::source::budget::spend_each;
use crate::source::{Diagnostic, Parse, codes, did_you_mean};

/// Another file, with its variants and rules when they are read.
#[derive(Debug)]
struct CachedFile {
    file: Rc<OtherFile>,
    catalog: OnceCell<(Format, Catalog)>,
    rules: OnceCell<Result<Arc<Entries>, Diagnostic>>,
}

impl CachedFile {
    /// The first error of an item in the file, and a message about it. If the item has errors because of a third file,
    /// the message quotes the error in that file.
    fn first<'d>(
        &self,
        what: &str,
        findings: &'d [Diagnostic],
    ) -> (Option<&'d Diagnostic>, String) {
        let is_syntax = |one: &&Diagnostic| one.code == codes::DEFINITION_SYNTAX;
        let mut errors = findings.iter().filter(|one| one.is_error());
        let first = errors.clone().find(is_syntax).or_else(|| errors.next());
        let Some(error) = first else {
            return (None, what.to_owned());
        };
        let said = if let Some((_, deeper)) = error.message.rsplit_once(BECAUSE) {
            deeper.to_owned()
        } else {
            let place = place_in(&self.file.name, &self.file.text, error.span);
            format!("{place}: {}", error.message)
        };
        (first, format!("{what}{BECAUSE}{said}"))
    }
}

impl Catalog {
    /// Reads a file whose variants may also inherit from those of other files. The variant of a diagram has no name of
    /// its own and gets the name of the file.
    ///
    /// ```
    /// use std::path::{Path, PathBuf};
    ///
    /// use ferz::definition::Limits;
    /// use ferz::formats::{Catalog, FileError, Files, Format};
    ///
    /// #[derive(Debug)]
    /// struct OneFile;
    ///
    /// impl Files for OneFile {
    ///     fn home(&self) -> &Path {
    ///         Path::new("mine.toml")
    ///     }
    ///     fn locate(&self, path: &str, _from: &Path) -> Result<PathBuf, FileError> {
    ///         if path == "base.toml" { Ok(path.into()) } else { Err(FileError::Missing) }
    ///     }
    ///     fn read(&self, _path: &Path, _most: usize) -> Result<String, FileError> {
    ///         Ok("[base]\ninherits = 'chess'\n".to_owned())
    ///     }
    /// }
    ///
    /// let text = "[mine]\ninherits = 'base.toml#base'\n";
    /// let read = Catalog::read_file(text, Format::Toml, &Limits::default(), &OneFile);
    /// assert_eq!(read.into_result().unwrap().get("mine").unwrap().pieces.len(), 6);
    /// ```
    pub fn read_file(
        text: &str,
        format: Format,
        limits: &Limits,
        files: &dyn Files,
    ) -> Parse<Catalog> {
        let set = FileSet::new(files, limits);
        Catalog::read_among(text, format, files.home(), limits, Some(&set))
    }
}

/// The files that the definitions of one file name, directly or indirectly.
#[derive(Debug)]
pub(super) struct FileSet<'f> {
    files: &'f dyn Files,
    limits: &'f Limits,
    known: RefCell<IndexMap<PathBuf, Rc<CachedFile>>>,
    bytes: Cell<usize>,
    /// The stack of files being read; each was named by the one before it.
    line: RefCell<Vec<PathBuf>>,
}

impl<'f> FileSet<'f> {
    pub(super) fn new(files: &'f dyn Files, limits: &'f Limits) -> FileSet<'f> {
        FileSet {
            files,
            limits,
            known: RefCell::default(),
            bytes: Cell::new(0),
            line: RefCell::new(vec![files.home().to_owned()]),
        }
    }

    /// The name of a file in messages.
    fn name(&self, path: &Path) -> String {
        let folder = self.files.home().parent();
        let inside = folder.and_then(|folder| path.strip_prefix(folder).ok());
        let name = inside.unwrap_or(path).to_string_lossy();
        name.replace(char::is_control, " ")
    }

    /// Opens the file that `path` names in the file `from`. Errors have no place yet.
    fn open(&self, path: &str, from: &Path) -> Result<Rc<CachedFile>, Diagnostic> {
        let shown: String = path.chars().take(60).collect();
        let Limits {
            files,
            file_bytes,
            all_bytes,
            ..
        } = *self.limits;
        let refuse = |error: FileError| match error {
            FileError::Missing => fault(
                codes::UNREADABLE_OTHER,
                format!("no file is called `{shown}`"),
                "the path is relative to the file that contains it",
            ),
            FileError::Outside => fault(
                codes::OUTSIDE_FILE,
                format!("`{shown}` is not in the folder of the file that was opened"),
                "copy the file into that folder, or allow it with `--allow-outside`",
            ),
            FileError::TooLarge => fault(
                codes::DEFINITION_TOO_LARGE,
                format!("`{shown}` is too large"),
                &format!(
                    "a file may have at most {file_bytes} bytes, and all named files together {all_bytes}"
                ),
            ),
            FileError::Unreadable(reason) => fault(
                codes::UNREADABLE_OTHER,
                format!("`{shown}` cannot be read: {reason}"),
                "name a file with definitions",
            ),
        };
        let path = self.files.locate(path, from).map_err(refuse)?;
        if let Some(known) = self.known.borrow().get(&path) {
            return Ok(Rc::clone(known));
        }
        if self.known.borrow().len() >= files {
            let message = format!(
                "a definition can name at most {files} files, directly or through other files"
            );
            return Err(fault(
                codes::DEFINITION_TOO_LARGE,
                message,
                "join some of them",
            ));
        }
        let left = all_bytes.saturating_sub(self.bytes.get());
        let text = self
            .files
            .read(&path, file_bytes.min(left))
            .map_err(refuse)?;
        self.bytes.set(self.bytes.get() + text.len());
        let other = Rc::new(CachedFile {
            file: Rc::new(OtherFile {
                name: self.name(&path),
                path: path.clone(),
                text: text.into(),
            }),
            catalog: OnceCell::new(),
            rules: OnceCell::new(),
        });
        self.known.borrow_mut().insert(path, Rc::clone(&other));
        Ok(other)
    }

    /// The variants of another file, and its format.
    fn catalog<'o>(&self, other: &'o CachedFile) -> Result<&'o (Format, Catalog), Diagnostic> {
        if let Some(known) = other.catalog.get() {
            return Ok(known);
        }
        let file = &other.file;
        let line = self.line.borrow().clone();
        if let Some(first) = line.iter().position(|path| *path == file.path) {
            let through = line[first + 1..].iter();
            let through: Vec<String> = through
                .map(|path| format!("`{}`", self.name(path)))
                .collect();
            return Err(if through.is_empty() {
                fault(
                    codes::INHERITANCE_CYCLE,
                    format!("`{}` inherits from itself", file.name),
                    "name a variant of the same file without the file: `inherits = 'name'`",
                )
            } else {
                fault(
                    codes::INHERITANCE_CYCLE,
                    format!(
                        "`{}` inherits from itself, through {}",
                        file.name,
                        through.join(", ")
                    ),
                    "move the common part into a third file",
                )
            });
        }
        let most = self.limits.inheritance;
        if line.len() > most {
            return Err(fault(
                codes::DEFINITION_TOO_LARGE,
                format!("the chain of files that name one another has more than {most} files"),
                "join some of them",
            ));
        }
        let Some(format) = Format::of_file(&file.text, &file.path) else {
            return Err(fault(
                codes::UNREADABLE_OTHER,
                format!("the format of `{}` is not recognized", file.name),
                "name a file with definitions",
            ));
        };
        let _ = spend_each(file.text.len(), 1);
        self.line.borrow_mut().push(file.path.clone());
        let read = Catalog::read_among(&file.text, format, &file.path, self.limits, Some(self));
        self.line.borrow_mut().pop();
        Ok(other.catalog.get_or_init(|| (format, read.value)))
    }
}

impl OtherFiles for FileSet<'_> {
    fn current(&self) -> PathBuf {
        let line = self.line.borrow();
        line.last().cloned().unwrap_or_default()
    }

    fn variant(
        &self,
        path: &str,
        from: &Path,
        name: Option<&str>,
    ) -> Result<OtherVariant, Diagnostic> {
        let other = self.open(path, from)?;
        let (format, catalog) = self.catalog(&other)?;
        let file = &other.file.name;
        let faulty = |findings: &[Diagnostic], what: String| {
            let (first, message) = other.first(&what, findings);
            let help = format!("correct it there; `ferz check {file}` shows all errors");
            let is_circle = first.is_some_and(|first| first.code == codes::INHERITANCE_CYCLE);
            let code = if is_circle {
                codes::INHERITANCE_CYCLE
            } else {
                codes::FAULTY_OTHER
            };
            fault(code, message, &help)
        };
        let Some(name) = name.or_else(|| catalog.names().next()) else {
            let findings = catalog.findings_about_text();
            return Err(if findings.iter().any(Diagnostic::is_error) {
                faulty(&findings, format!("`{file}`"))
            } else {
                fault(
                    codes::UNREADABLE_OTHER,
                    format!("`{file}` defines no variant"),
                    "name a file with definitions",
                )
            });
        };
        let name = name.to_owned();
        match catalog.select(&name, None) {
            Ok(def) => Ok(OtherVariant {
                file: Rc::clone(&other.file),
                name,
                def: (*format != Format::Toml).then_some(def),
            }),
            Err(Refusal::Unknown) => {
                let shown: String = name.chars().take(40).collect();
                let message = format!("`{file}` has no variant `{shown}`");
                let names = catalog.names().take(200);
                Err(fault(
                    codes::UNKNOWN_PARENT,
                    message,
                    &did_you_mean(&name, names),
                ))
            }
            Err(Refusal::Faulty(findings) | Refusal::Query(findings)) => {
                let what = format!("the variant `{name}` of `{file}`");
                Err(faulty(&findings, what))
            }
        }
    }

    fn rule(&self, text: &str, from: &Path) -> Result<(String, Arc<Entries>), Diagnostic> {
        let (path, name) = named_file(text).unwrap_or((text, None));
        let other = self.open(path, from)?;
        let file = &other.file.name;
        let help = format!("correct it in `{file}`");
        let faulty = |findings: &[Diagnostic], what: String| {
            fault(codes::FAULTY_OTHER, other.first(&what, findings).1, &help)
        };
        let read = other.rules.get_or_init(|| {
            let _ = spend_each(other.file.text.len(), 1);
            read_library(&other.file.text).map(Arc::new)
        });
        let entries = read.as_ref().map_err(|first| {
            let first = std::slice::from_ref(first);
            faulty(first, format!("`{file}`"))
        })?;
        let names = || entries.keys().take(200).map(String::as_str);
        let Some(name) = name else {
            let message = format!("`{file}` is a file: name one of its rules");
            let name = names().next().unwrap_or("name");
            let help = format!("write `{path}#{name}`");
            return Err(fault(codes::UNKNOWN_SETTING, message, &help));
        };
        let Some(entry) = entries.get(name) else {
            let message = format!("`{file}` has no rule `{name}`");
            let help = did_you_mean(name, names());
            return Err(fault(codes::UNKNOWN_SETTING, message, &help));
        };
        if entry.faults.iter().any(Diagnostic::is_error) {
            return Err(faulty(&entry.faults, format!("`{name}` of `{file}`")));
        }
        let entry = entry.clone().of_file(file, &other.file.text);
        let alone = Entries::from([(name.to_owned(), entry)]);
        Ok((name.to_owned(), Arc::new(alone)))
    }
}
