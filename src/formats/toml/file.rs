//! A file and the tables of its variants.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::definition::limits::Limits;
use crate::formats::findings::{Finding, Heirs};
use crate::movement::Dialect;
use crate::source::{Code, Diagnostic, Span, codes};

use super::library::{
    Entries, LIBRARY, Library, is_library, read_file_of_entries, read_own_entries,
};
use super::options::Chosen;
use super::resolve::{Home, Owner};
use super::text::{Outline, Reader, Sink, Tables, bad_name, unknown_key};
use super::wire::{Field, VariantWire};

/// Another file with variants that are needed.
#[derive(Clone, Debug)]
pub(super) struct Other {
    pub(super) path: PathBuf,
    /// Its name in messages.
    pub(super) name: String,
    /// The numbers of its variants by name, or of those that are needed.
    pub(super) own: IndexMap<String, u32>,
}

/// The merged variants of a chain, and the dialect of each variant.
pub(super) type Merged = (VariantWire, Vec<(u32, Dialect)>);

/// A file and the tables of its variants.
#[derive(Clone, Debug)]
pub(in crate::formats) struct File {
    pub(super) text: Arc<str>,
    /// The places of its keys and values; built on demand.
    pub(super) outline: OnceLock<Outline>,
    pub(super) limits: Limits,
    pub(super) owners: Vec<Owner>,
    /// The numbers of the file's variants by name.
    pub(super) own: IndexMap<String, u32>,
    /// The other files that are needed.
    pub(super) others: Vec<Other>,
    /// For each variant with a parent in another file, the number of the parent.
    pub(super) links: Vec<(u32, u32)>,
    /// The numbers of the library variants that are needed.
    pub(super) borrowed: IndexMap<String, u32>,
    /// The setting values for the variant that is being resolved.
    pub(super) chosen: Chosen,
    pub(super) findings: Vec<Finding>,
}

impl File {
    pub(super) fn new(text: &str, limits: &Limits) -> Self {
        File {
            text: text.into(),
            outline: OnceLock::new(),
            limits: limits.clone(),
            owners: Vec::new(),
            own: IndexMap::new(),
            others: Vec::new(),
            links: Vec::new(),
            borrowed: IndexMap::new(),
            chosen: Chosen::new(),
            findings: Vec::new(),
        }
    }

    /// The library, whose variants are read on demand.
    pub(in crate::formats) fn of_library() -> Self {
        File::new("", &Limits::USUAL)
    }

    /// The text; empty for the library.
    pub(in crate::formats) fn text(&self) -> &str {
        &self.text
    }

    /// The places of the keys and values of the text.
    pub(in crate::formats) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.text))
    }

    /// Reports an error of the text as a whole.
    pub(super) fn report(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(Finding::about_text(Diagnostic::new(code, span, message)))
    }

    /// Reports an error of a variant and of all its heirs.
    pub(super) fn report_about(
        &mut self,
        number: u32,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(code, span, message);
        self.push(Finding::about(number as usize, Heirs::All, diagnostic))
    }

    pub(super) fn push(&mut self, finding: Finding) -> &mut Diagnostic {
        self.findings.push(finding);
        let last = self.findings.len() - 1;
        &mut self.findings[last].diagnostic
    }

    /// The number of a library variant, which is read on first use.
    pub(super) fn library_owner(&mut self, name: &str) -> Option<u32> {
        if let Some(number) = self.borrowed.get(name) {
            return Some(*number);
        }
        let text = Library::builtin().section(name)?;
        // The library has no findings; a test reads all of it as a file.
        let (root, _) = DeTable::parse_recoverable(text);
        let table = root.get_ref().get(name);
        let number = self.take(name, table, &text.into(), Home::Library);
        self.borrowed.insert(name.to_owned(), number);
        Some(number)
    }
}

/// Reads the table of a variant.
pub(super) fn read_wire(reader: Reader<'_>) -> Option<VariantWire> {
    // Fields send all errors to the sink, so reading a table does not fail.
    match Field::deserialize(reader) {
        Ok(Field::Here(_, wire)) => Some(wire),
        Ok(Field::Absent | Field::Broken) | Err(_) => None,
    }
}

/// The rule entries in the table of a variant.
pub(super) fn own_entries(
    variant: Option<&Spanned<DeValue<'_>>>,
    text: &str,
    number: u32,
) -> Option<Entries> {
    let library = variant?.get_ref().as_table()?.get(LIBRARY)?;
    Some(read_own_entries(library, text, number))
}

/// The number of values in a value. The TOML reader bounds the nesting.
pub(super) fn weight(value: &DeValue<'_>) -> usize {
    match value {
        DeValue::Array(items) => 1 + items.iter().map(|i| weight(i.get_ref())).sum::<usize>(),
        DeValue::Table(table) => 1 + table.values().map(|v| weight(v.get_ref())).sum::<usize>(),
        _ => 1,
    }
}

/// The number of values in the settings of a variant.
pub(super) fn optional(variant: &DeValue<'_>) -> usize {
    match variant {
        DeValue::Table(table) => table
            .get("settings")
            .map_or(0, |settings| weight(settings.get_ref())),
        _ => 0,
    }
}

// Reads the tables of a file.

impl File {
    /// Reads the tables of a file with one or many variants.
    pub(super) fn read_tables(&mut self, tables: &Tables<'_>) {
        if tables.is_single() {
            self.read_single(&tables.whole);
            return;
        }
        if let DeValue::Table(whole) = tables.whole.get_ref()
            && is_library(whole)
        {
            self.tell(&read_file_of_entries(&tables.whole, &self.text));
            return;
        }
        let mut library = None;
        for (name, at, value) in tables.entries() {
            match value.map(Spanned::get_ref) {
                Some(DeValue::Table(_)) if name == LIBRARY => library = value,
                Some(_) if name == LIBRARY => {
                    let message = "expected a table of rules";
                    self.report(codes::WRONG_TYPE, at, message).help =
                        Some("write each rule below a line such as `[library.mine]`".to_owned());
                }
                None | Some(DeValue::Table(_)) if self.own.len() >= self.limits.variants => {
                    let limit = self.limits.variants;
                    let message = format!("a file has at most {limit} variants");
                    self.report(codes::DEFINITION_TOO_LARGE, at, message);
                    break;
                }
                None | Some(DeValue::Table(_)) => {
                    let number = self.read_table(name, at, value, at);
                    self.check_many(number);
                }
                Some(DeValue::Integer(number)) if name == "format" => {
                    let span = value.map_or(at, |value| value.span().into());
                    self.check_format(None, number.as_str() == "1", span);
                }
                Some(_) => {
                    let finding = unknown_key(name, at, None, &VariantWire::KEYS, "");
                    self.findings.push(Finding::about_text(finding));
                }
            }
        }
        if let Some(library) = library {
            let entries = Arc::new(read_own_entries(library, &self.text, 0));
            for owner in &mut self.owners {
                owner.entries.push(Arc::clone(&entries));
            }
            self.tell(&entries);
        }
        if self.own.is_empty()
            && library.is_none()
            && self.findings.is_empty()
            && tables.damage.is_none()
        {
            self.report(
                codes::NO_VARIANT,
                Span::at(0),
                "the file defines no variant",
            )
            .help = Some("write one below a line with its name, such as `[mine]`".to_owned());
        }
    }

    pub(super) fn read_single(&mut self, root: &Spanned<DeValue<'_>>) {
        let span = Span::from(root.span());
        let number = self.read_table("", Span::at(span.start as usize), Some(root), span);
        let owner = &mut self.owners[number as usize];
        let Some(wire) = &owner.wire else { return };
        let format = wire.format.get().map(|(place, version)| (place, *version));
        match wire.name.get() {
            Some((place, name)) => {
                owner.name.clone_from(name);
                owner.header = place.span;
                let name = name.clone();
                self.own.clear();
                self.own.insert(name.clone(), number);
                self.check_name(number, &name, place.span);
            }
            None if wire.name.is_absent() => {
                let at = owner.header;
                self.report_about(number, codes::MISSING_KEY, at, "the variant has no `name`")
                    .help = Some("write `name = '…'` at the top of the file".to_owned());
            }
            None => {}
        }
        if let Some((place, version)) = format {
            self.check_format(Some(number), version == 1, place.span);
        }
    }

    /// Checks the restrictions on a table in a file of many variants.
    pub(super) fn check_many(&mut self, number: u32) {
        let owner = &self.owners[number as usize];
        let (name, header) = (owner.name.clone(), owner.header);
        let Some(wire) = &owner.wire else { return };
        let format = wire.format.get().map(|(place, version)| (place, *version));
        let inner_name = wire.name.place();
        self.check_name(number, &name, header);
        if let Some(place) = inner_name {
            let message = format!("this variant has the name of its table, `{name}`");
            self.report_about(number, codes::UNKNOWN_KEY, place.span, message)
                .help = Some("delete the key, or write `title` for a name to display".to_owned());
        }
        if let Some((place, version)) = format {
            self.check_format(Some(number), version == 1, place.span);
        }
    }

    pub(super) fn check_format(&mut self, number: Option<u32>, known: bool, span: Span) {
        if known {
            return;
        }
        let message = "the only version of the format is 1";
        match number {
            Some(number) => self.report_about(number, codes::UNKNOWN_SETTING, span, message),
            None => self.report(codes::UNKNOWN_SETTING, span, message),
        };
    }

    pub(super) fn check_name(&mut self, number: u32, name: &str, span: Span) {
        if let Some(message) = bad_name(name) {
            self.report_about(number, codes::BAD_NAME, span, message);
        }
    }

    /// Reads the table of one variant of the file.
    pub(super) fn read_table(
        &mut self,
        name: &str,
        header: Span,
        value: Option<&Spanned<DeValue<'_>>>,
        span: Span,
    ) -> u32 {
        let number = self.owners.len() as u32;
        let room = self.limits.findings.saturating_sub(self.findings.len());
        let sink = Sink::new(number, room + 1);
        let mut wire = value.and_then(|value| read_wire(Reader::new(value, &sink).placed(span)));
        let mut found = sink.findings.into_inner();
        if let Some(Field::Here(place, pieces)) = wire.as_mut().map(|wire| &mut wire.pieces) {
            let limit = self.limits.pieces;
            if pieces.0.len() > limit {
                pieces.0.truncate(limit);
                let message = format!("a variant has at most {limit} pieces");
                found.push(Diagnostic::new(
                    codes::DEFINITION_TOO_LARGE,
                    place.span,
                    message,
                ));
            }
        }
        let about = |finding| Finding::about(number as usize, Heirs::Unwritten, finding);
        self.findings.extend(found.into_iter().map(about));
        let entries = own_entries(value, &self.text, number);
        if let Some(entries) = &entries {
            self.tell(entries);
        }
        self.owners.push(Owner {
            name: name.to_owned(),
            header,
            text: Arc::clone(&self.text),
            home: Home::Own,
            entries: entries.into_iter().map(Arc::new).collect(),
            wire,
            weight: value.map_or(0, |value| weight(value.get_ref())),
            optional: value.map_or(0, |value| optional(value.get_ref())),
        });
        self.own.insert(name.to_owned(), number);
        number
    }

    /// Reports errors of rule entries, used or not.
    pub(super) fn tell(&mut self, entries: &Entries) {
        let faults = entries.values().flat_map(|entry| &entry.faults);
        let faults = faults.cloned().map(Finding::about_text);
        self.findings.extend(faults);
    }
}
