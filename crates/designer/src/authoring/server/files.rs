//! Other files that a definition names, with the contents in the editor.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::{Location, Uri};

use super::lines::Lines;
use super::{Document, Edited, Server};
use ferz::definition::Limits;
use ferz::formats::{Catalog, Files, Format, Outline, named_file};

/// Another file that a text names.
pub(super) struct OtherFile<'n> {
    path: PathBuf,
    pub(super) text: String,
    pub(super) outline: Outline,
    /// The name of a variant or rule in the file, if given.
    pub(super) name: Option<&'n str>,
}

impl OtherFile<'_> {
    /// The location of the named variant, or of the first one.
    pub(super) fn variant(&self) -> Option<Location> {
        let entries = self.outline.entries();
        let is_head = |path: &[String]| match (self.outline.is_single(), path) {
            (true, [key]) => key == "name",
            (false, [name]) => self.name.is_none_or(|wanted| wanted == name) && name != "library",
            _ => false,
        };
        let head = entries.iter().find(|entry| is_head(&entry.path))?;
        self.location(head.key)
    }

    /// The location of the named rule.
    pub(super) fn rule(&self) -> Option<Location> {
        let name = self.name?;
        let mut entries = self.outline.entries().iter();
        let rule = entries.find(|entry| match entry.path.as_slice() {
            [library, rule] => library == "library" && rule == name,
            [rule] => rule == name && entry.is_table,
            _ => false,
        })?;
        self.location(rule.key)
    }

    fn location(&self, span: ferz::source::Span) -> Option<Location> {
        let range = Lines::of(&self.text).range(&self.text, span);
        Some(Location::new(address_of(&self.path)?, range))
    }
}

impl Server {
    /// The file of a text such as `./grid.toml#grid`, if it can be read.
    pub(super) fn other_file<'n>(
        &self,
        document: &Document,
        text: &'n str,
    ) -> Option<OtherFile<'n>> {
        let (path, name) = named_file(text)?;
        let files = self.edited(document)?;
        let path = files.locate(path, files.home).ok()?;
        let text = files.read(&path, Limits::default().file_bytes).ok()?;
        Some(OtherFile {
            outline: Outline::of(&text),
            path,
            text,
            name,
        })
    }

    /// The variants of another file.
    pub(super) fn catalog_of(&self, document: &Document, other: &OtherFile<'_>) -> Catalog {
        let limits = Limits::default();
        let format = Format::of_file(&other.text, &other.path).unwrap_or(Format::Toml);
        match self.edited(document) {
            Some(files) => {
                let files = Edited {
                    home: &other.path,
                    ..files
                };
                Catalog::read_file(&other.text, format, &limits, &files).value
            }
            None => Catalog::read_within(&other.text, format, &limits).value,
        }
    }

    /// The files that a document may name.
    pub(super) fn edited<'d>(&'d self, document: &'d Document) -> Option<Edited<'d>> {
        let files = document.files.as_deref()?;
        Some(Edited {
            files,
            home: files.home(),
            documents: &self.documents,
        })
    }
}

/// The URI of a file.
fn address_of(path: &Path) -> Option<Uri> {
    let mut address = "file://".to_owned();
    for byte in path.to_str()?.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
            address.push(byte as char);
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    Uri::from_str(&address).ok()
}
