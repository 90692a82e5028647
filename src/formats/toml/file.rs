//! A file and the tables of its variants.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::library::{Entries, LIBRARY, Library, read_own_entries};
use super::options::Chosen;
use super::resolve::{Home, Owner};
use super::text::{Outline, Reader};
use super::wire::{Field, VariantWire};
use crate::definition::limits::Limits;
use crate::formats::findings::{Finding, Heirs};
use crate::movement::Dialect;
use crate::source::{Code, Diagnostic, Span};

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
pub(super) type Merged = (VariantWire, BTreeMap<u32, Dialect>);

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
    pub(super) links: BTreeMap<u32, u32>,
    /// The numbers of the library variants that are needed.
    pub(super) borrowed: BTreeMap<String, u32>,
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
            links: BTreeMap::new(),
            borrowed: BTreeMap::new(),
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
