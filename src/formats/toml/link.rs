//! Linking: resolves parents and rules in other files.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;
use toml::Spanned;
use toml::de::DeValue;

use super::file::{File, Other, optional, own_entries, read_wire, weight};
use super::library::{Entries, LIBRARY, collision, read_own_entries, rule_library};
use super::other_files::{OtherFiles, OtherVariant, no_folder};
use super::resolve::{Home, Owner};
use super::text::{Reader, Sink, Tables};
use super::wire::{Field, Removable, RuleTableWire, VariantWire};
use crate::formats::files::named_file;
use crate::formats::findings::{Finding, Heirs};
use crate::source::budget::spend_each;
use crate::source::{Diagnostic, Span, codes};

impl File {
    /// Resolves the parents of variants that are in other files.
    pub(super) fn link(&mut self, files: Option<&dyn OtherFiles>) {
        let path = files.map(OtherFiles::current).unwrap_or_default();
        for number in 0..self.owners.len() as u32 {
            if let Err(mut fault) = self.link_line(number, &path, files) {
                fault.span = self.inherits_span(number);
                self.push(Finding::about(number as usize, Heirs::All, fault));
            }
        }
    }

    /// Follows the ancestors of a variant of this file through other files.
    fn link_line(
        &mut self,
        number: u32,
        path: &Path,
        files: Option<&dyn OtherFiles>,
    ) -> Result<(), Diagnostic> {
        let mut current = number;
        loop {
            self.link_rules(current, path, files);
            let owner = &self.owners[current as usize];
            let parent = owner.wire.as_ref().and_then(|wire| wire.inherits.value());
            let Some(parent) = parent.cloned() else {
                return Ok(());
            };
            current = if let Some(next) = self.named_near(owner.home, &parent) {
                // Variants of this file are linked by themselves, and those of another file have no cycles, because
                // such a file has errors.
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
                let other = files.variant(file, from, name)?;
                let next = self.import(other)?;
                self.links.insert(current, next);
                next
            } else {
                return Ok(());
            };
        }
    }

    /// Resolves the rules of other files that a variant uses. Then `rules.use.'./rules.toml#magnet'` is equivalent to
    /// `rules.use.magnet`.
    fn link_rules(&mut self, number: u32, path: &Path, files: Option<&dyn OtherFiles>) {
        let owner = &mut self.owners[number as usize];
        let named = owner.wire.as_mut().map(names_of_files).unwrap_or_default();
        let mut found: IndexMap<String, Span> = IndexMap::new();
        for (key, span) in named {
            let from = match self.owners[number as usize].home {
                Home::Other(other) => &self.others[other].path,
                Home::Own | Home::Library => path,
            };
            let entries = match files {
                Some(files) => files.rule(&key, from),
                None => Err(no_folder()),
            };
            let owner = &mut self.owners[number as usize];
            let entries = entries.and_then(|(name, entries)| {
                let is_known = owner.entries.iter().any(|all| all.contains_key(&name));
                let is_builtin = rule_library().contains_key(&name);
                match found.insert(name.clone(), span) {
                    _ if is_builtin => Err(collision(&name, span)),
                    _ if is_known => Err(twice(&name)),
                    _ => Ok(entries),
                }
            });
            match entries {
                Ok(entries) => owner.entries.push(entries),
                Err(mut fault) if owner.home == Home::Own => {
                    fault.span = span;
                    self.push(Finding::about(number as usize, Heirs::All, fault));
                }
                Err(_) => {}
            }
        }
    }

    /// The number of a variant by name in the file of another variant.
    pub(super) fn named_near(&self, home: Home, name: &str) -> Option<u32> {
        let names = match home {
            Home::Own => &self.own,
            Home::Other(other) => &self.others[other].own,
            Home::Library => return None,
        };
        names.get(name).copied()
    }

    /// Imports a variant of another file.
    fn import(&mut self, variant: OtherVariant) -> Result<u32, Diagnostic> {
        let OtherVariant { file, name, def } = variant;
        let known = self.others.iter().position(|one| one.path == file.path);
        let other = known.unwrap_or_else(|| {
            self.others.push(Other {
                path: file.path.clone(),
                name: file.name.clone(),
                own: IndexMap::new(),
            });
            self.others.len() - 1
        });
        if !self.others[other].own.contains_key(&name) {
            match def {
                // TOML can express any variant of another format.
                Some(def) => self.take_tables(&def.to_toml(), other, Some(&name)),
                None => self.take_tables(&file.text, other, None),
            }
        }
        let number = self.others[other].own.get(&name).copied();
        // The variant exists unless the budget was exhausted.
        number.ok_or_else(no_folder)
    }

    /// Imports the tables of another file, or a single table under a name.
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
        let (first, mut library) = (self.owners.len(), None);
        for (own, _, value) in tables.entries() {
            match value.map(Spanned::get_ref) {
                Some(DeValue::Table(_)) if own == LIBRARY => library = value,
                Some(DeValue::Table(_)) => {
                    self.take(name.unwrap_or(own), value, &text, home);
                }
                _ => {}
            }
        }
        if let Some(library) = library {
            let entries = Arc::new(self.told(read_own_entries(library, &text, 0), home, &text));
            for owner in &mut self.owners[first..] {
                owner.entries.push(Arc::clone(&entries));
            }
        }
    }

    /// Marks entries with the other file that contains them.
    fn told(&self, entries: Entries, home: Home, text: &Arc<str>) -> Entries {
        let Home::Other(other) = home else {
            return entries;
        };
        let file = &self.others[other].name;
        let entries = entries.into_iter();
        entries
            .map(|(name, own)| (name, own.of_file(file, text)))
            .collect()
    }

    /// Adds the table of a variant that is not in this file; its findings are reported elsewhere.
    pub(super) fn take(
        &mut self,
        name: &str,
        table: Option<&Spanned<DeValue<'_>>>,
        text: &Arc<str>,
        home: Home,
    ) -> u32 {
        let number = self.owners.len() as u32;
        let sink = Sink::new(number, 0);
        let entries =
            own_entries(table, text, number).map(|entries| self.told(entries, home, text));
        self.owners.push(Owner {
            name: name.to_owned(),
            header: Span::at(0),
            text: Arc::clone(text),
            home,
            entries: entries.into_iter().map(Arc::new).collect(),
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

/// Replaces references to rules in other files by the names of the rules; returns the references with their places.
fn names_of_files(wire: &mut VariantWire) -> Vec<(String, Span)> {
    let mut tables = Vec::new();
    if let Field::Here(_, rules) = &mut wire.rules {
        tables.push(&mut rules.r#use);
    }
    if let Field::Here(_, settings) = &mut wire.settings {
        for option in settings.0.values_mut() {
            let Field::Here(_, Removable::Table(values)) = &mut option.value else {
                continue;
            };
            for value in values.0.values_mut() {
                if let Field::Here(_, patch) = &mut value.value
                    && let Field::Here(_, rules) = &mut patch.rules
                {
                    tables.push(&mut rules.r#use);
                }
            }
        }
    }
    let mut named: IndexMap<String, Span> = IndexMap::new();
    for table in tables {
        let Field::Here(_, RuleTableWire::Table(table)) = table else {
            continue;
        };
        if !table.0.keys().any(|key| named_file(key).is_some()) {
            continue;
        }
        for (key, entry) in std::mem::take(&mut table.0) {
            let name = match named_file(&key) {
                Some((_, Some(name))) => name.to_owned(),
                _ => key.clone(),
            };
            if named_file(&key).is_some() {
                named.entry(key).or_insert(entry.name.span);
            }
            table.0.insert(name, entry);
        }
    }
    named.into_iter().collect()
}

/// The finding for two rules with the same name.
fn twice(name: &str) -> Diagnostic {
    let message = format!("another rule has the name `{name}`");
    Diagnostic::new(codes::DUPLICATE_KEY, Span::default(), message)
        .with_help("give one of them another name")
}
