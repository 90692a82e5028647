//! Variants of other files from which variants of a file inherit.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indexmap::IndexMap;
use toml::Spanned;
use toml::de::DeValue;

use crate::definition::files::{FileSet, OtherFile, named_file, no_folder};
use crate::definition::findings::{Finding, Heirs};
use crate::definition::format::Format;
use crate::source::budget::spend_each;
use crate::source::{Diagnostic, Span};

use super::damage::Tables;
use super::value::{Reader, Sink};
use super::{File, Home, Owner, optional, read_wire, weight};

/// Another file of which variants are needed.
#[derive(Clone, Debug)]
pub(super) struct Other {
    path: PathBuf,
    /// Its variants by name, or those of them that were needed.
    own: IndexMap<String, u32>,
}

impl File {
    /// Looks up the variants of other files from which those of this one inherit.
    pub(super) fn link(&mut self, files: Option<&FileSet<'_>>) {
        let path = files.map(FileSet::current).unwrap_or_default();
        for number in 0..self.owners.len() as u32 {
            if let Err(mut fault) = self.link_line(number, &path, files) {
                fault.span = self.inherits_span(number);
                self.push(Finding::about(number as usize, Heirs::All, fault));
            }
        }
    }

    /// Follows the line of ancestors from a variant of this file through other files.
    fn link_line(
        &mut self,
        number: u32,
        path: &Path,
        files: Option<&FileSet<'_>>,
    ) -> Result<(), Diagnostic> {
        let mut current = number;
        loop {
            let owner = &self.owners[current as usize];
            let parent = owner.wire.as_ref().and_then(|wire| wire.inherits.value());
            let Some(parent) = parent.cloned() else {
                return Ok(());
            };
            current = if let Some(next) = self.named_near(owner.home, &parent) {
                // Variants of this file come to their own turns, and those of another make no circle, or they
                // would have errors.
                if owner.home == Home::Own {
                    return Ok(());
                }
                next
            } else if let Some((file, name)) = named_file(&parent) {
                if self.links.contains_key(&current) {
                    return Ok(());
                }
                let files = files.ok_or_else(no_folder)?;
                let from = match owner.home {
                    Home::Other(other) => &self.others[other].path,
                    Home::Own | Home::Library => path,
                };
                let other = files.open(file, from)?;
                let next = self.import(files, &other, name)?;
                self.links.insert(current, next);
                next
            } else {
                return Ok(());
            };
        }
    }

    /// The variant with a name in the file in which another one is written.
    pub(super) fn named_near(&self, home: Home, name: &str) -> Option<u32> {
        let names = match home {
            Home::Own => &self.own,
            Home::Other(other) => &self.others[other].own,
            Home::Library => return None,
        };
        names.get(name).copied()
    }

    /// Takes a variant of another file, the first where none is named.
    fn import(
        &mut self,
        files: &FileSet<'_>,
        file: &OtherFile,
        name: Option<&str>,
    ) -> Result<u32, Diagnostic> {
        let (format, catalog, name) = files.variant(file, name)?;
        let known = self.others.iter().position(|one| one.path == file.path);
        let other = known.unwrap_or_else(|| {
            self.others.push(Other {
                path: file.path.clone(),
                own: IndexMap::new(),
            });
            self.others.len() - 1
        });
        if !self.others[other].own.contains_key(&name) {
            match catalog.get(&name) {
                // What another format says can be said in ours.
                Some(def) if format != Format::Toml => {
                    self.take_tables(&def.to_toml(), other, Some(&name));
                }
                _ => self.take_tables(&file.text, other, None),
            }
        }
        let number = self.others[other].own.get(&name).copied();
        // It is read, unless there was too much to read.
        number.ok_or_else(no_folder)
    }

    /// Takes the tables of another file, or the only one under a name.
    fn take_tables(&mut self, text: &str, other: usize, name: Option<&str>) {
        let _ = spend_each(text.len(), 1);
        let damage = OnceCell::new();
        let tables = Tables::of(text, &damage);
        let text: Arc<str> = text.into();
        let home = Home::Other(other);
        if tables.is_single() {
            let DeValue::Table(whole) = tables.whole.get_ref() else {
                return;
            };
            let own = whole.get("name").and_then(|name| name.get_ref().as_str());
            self.take(
                name.or(own).unwrap_or_default(),
                Some(&tables.whole),
                &text,
                home,
            );
            return;
        }
        for (own, _, value) in tables.entries() {
            if let Some(DeValue::Table(_)) = value.map(Spanned::get_ref) {
                self.take(name.unwrap_or(own), value, &text, home);
            }
        }
    }

    /// Takes the table of a variant that is not of this file, and whose findings are told elsewhere.
    pub(super) fn take(
        &mut self,
        name: &str,
        table: Option<&Spanned<DeValue<'_>>>,
        text: &Arc<str>,
        home: Home,
    ) -> u32 {
        let number = self.owners.len() as u32;
        let sink = Sink::new(number, 0);
        self.owners.push(Owner {
            name: name.to_owned(),
            header: Span::at(0),
            text: Arc::clone(text),
            home,
            wire: table.and_then(|table| read_wire(Reader::new(table, &sink))),
            weight: table.map_or(0, |table| weight(table.get_ref())),
            optional: table.map_or(0, |table| optional(table.get_ref())),
        });
        if let Home::Other(other) = home {
            self.others[other].own.insert(name.to_owned(), number);
        }
        number
    }
}
