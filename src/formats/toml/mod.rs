//! Reader of definitions in TOML; the format is described in `grammar/variants-toml.md`.
//!
//! Reading has four steps: [`value`] reads each variant's table into the structs of [`wire`]; this module finds the
//! chain of ancestors in the same file, in [other files](link) or among the built-in variants; [`field::Overlay`]
//! merges each variant with its parent; [`resolve`] interprets the texts on the resulting board. Every step reports its
//! findings and continues.

mod actions;
mod adjudication;
mod affected;
mod after_move;
mod captures;
mod custom;
mod damage;
mod directions;
mod field;
mod inherit;
mod library;
mod link;
mod literal;
mod name;
mod other_files;
mod outline;
mod pieces;
mod reach;
mod remedy;
mod resolve;
mod rule_library;
mod schema;
mod series;
mod settings;
mod special;
mod syntax;
mod value;
mod wire;
mod write;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::findings::{Finding, Heirs, Read, ReadText};
use super::printable;
use crate::definition::limits::Limits;
use crate::definition::{Change, Settings};
use crate::source::{Code, Diagnostic, Span, codes};
use crate::syntax::betza::Dialect;

use damage::{Tables, keep_likely};
use field::{Field, Overlay};
use link::Other;
use name::bad_name;
pub(super) use name::sound_name;
use remedy::unknown_key;
use resolve::Resolver;
use rule_library::{LIBRARY, is_library, read_entries, read_own_entries};
use value::{Reader, Sink};
use wire::VariantWire;

pub(super) use library::Library;
pub(super) use other_files::{OtherFile, OtherFiles, OtherVariant, fault};
use outline::rewrites;
pub use outline::{Outline, OutlineEntry};
pub use rule_library::rule_library;
pub(super) use rule_library::{Entries, read_library};
#[cfg(feature = "schema")]
pub(crate) use schema::made_schema;
pub use schema::{JsonSchema, schema};
pub(super) use settings::Chosen;

/// Reads the variants of a file. Parents are found in the file, then in the library. The [`File`] is returned for later
/// choices of setting values.
pub(super) fn read(
    text: &str,
    limits: &Limits,
    files: Option<&dyn OtherFiles>,
) -> (ReadText, File) {
    let mut file = File::new(text, limits);
    if text.len() > limits.file_bytes {
        let message = format!(
            "a file of {} bytes is larger than the limit of {}",
            text.len(),
            limits.file_bytes
        );
        let finding = Diagnostic::new(codes::DEFINITION_TOO_LARGE, 0..0, message);
        return (ReadText::refused(finding), file);
    }
    let damage = OnceCell::new();
    let tables = Tables::of(text, &damage);
    file.read_tables(&tables);
    file.link(files);
    let syntax = tables.blame(text, &file.own);
    let variants = file.resolve_all();
    for (number, read) in variants.values().enumerate() {
        let Some(read) = read else { continue };
        let found = printable::check(text, &read.def, file.owners[number].header);
        let found = found.map(|finding| Finding::about(number, Heirs::None, finding));
        file.findings.extend(found);
    }
    let parents = file.parents();
    let mut read = ReadText {
        variants,
        findings: syntax,
    };
    read.inherit(&parents, |_, _| false);
    if !read.findings.is_empty() {
        keep_likely(text, &read.findings, &mut file.findings);
    }
    read.findings.append(&mut file.findings);
    let written = OnceCell::new();
    let names: Vec<String> = read.variants.keys().cloned().collect();
    read.inherit(&parents, |variant, place| {
        let outline = (file.outline).get_or_init(|| Outline::of_tables(&tables));
        let written = written.get_or_init(|| outline.tables());
        let keys = outline.before(place).map(|entry| entry.path.clone());
        keys.is_some_and(|keys| rewrites(written, &names[variant], keys))
    });
    (read.in_order(limits), file)
}

/// The table of a variant in a file or in the library.
#[derive(Clone, Debug)]
struct Owner {
    name: String,
    /// The place of the variant's name.
    header: Span,
    /// The text to which spans of this variant refer.
    text: Arc<str>,
    home: Home,
    /// The rule entries that it may use: its own, those of files that it names, and those of its file.
    entries: Vec<Arc<Entries>>,
    /// The table; `None` if the variant is no table.
    wire: Option<VariantWire>,
    /// The number of values in the table.
    weight: usize,
    /// The number of these values that belong to its settings.
    optional: usize,
}

/// The text that contains a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    /// The file that is being read.
    Own,
    /// Another file, by number.
    Other(usize),
    Library,
}

/// The merged variants of a chain, and the dialect of each variant.
type Merged = (VariantWire, BTreeMap<u32, Dialect>);

/// A file and the tables of its variants.
#[derive(Clone, Debug)]
pub(super) struct File {
    text: Arc<str>,
    /// The places of its keys and values; built on demand.
    outline: OnceLock<Outline>,
    limits: Limits,
    owners: Vec<Owner>,
    /// The numbers of the file's variants by name.
    own: IndexMap<String, u32>,
    /// The other files that are needed.
    others: Vec<Other>,
    /// For each variant with a parent in another file, the number of the parent.
    links: BTreeMap<u32, u32>,
    /// The numbers of the library variants that are needed.
    borrowed: BTreeMap<String, u32>,
    /// The setting values for the variant that is being resolved.
    chosen: Chosen,
    findings: Vec<Finding>,
}

impl File {
    fn new(text: &str, limits: &Limits) -> Self {
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
    pub(super) fn of_library() -> Self {
        File::new("", &Limits::USUAL)
    }

    /// The text; empty for the library.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The places of the keys and values of the text.
    pub(super) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.text))
    }

    /// One variant with setting values, resolved together with its ancestors.
    pub(super) fn choose(&mut self, name: &str, chosen: &Chosen) -> Option<Read> {
        self.chosen.clone_from(chosen);
        let own = self.own.get(name).copied();
        let number = own.or_else(|| self.library_owner(name))?;
        self.resolve(number)
    }

    /// Reports an error of the text as a whole.
    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Finding::about_text(Diagnostic::new(code, span, message)))
    }

    /// Reports an error of a variant and of all its heirs.
    fn report_about(
        &mut self,
        number: u32,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(code, span, message);
        self.push(Finding::about(number as usize, Heirs::All, diagnostic))
    }

    fn push(&mut self, finding: Finding) -> &mut Diagnostic {
        self.findings.push(finding);
        let last = self.findings.len() - 1;
        &mut self.findings[last].diagnostic
    }

    /// Reads the tables of a file with one or many variants.
    fn read_tables(&mut self, tables: &Tables<'_>) {
        if tables.is_single() {
            self.read_single(&tables.whole);
            return;
        }
        if let DeValue::Table(whole) = tables.whole.get_ref()
            && is_library(whole)
        {
            self.tell(&read_entries(&tables.whole, &self.text, 0));
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

    fn read_single(&mut self, root: &Spanned<DeValue<'_>>) {
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
    fn check_many(&mut self, number: u32) {
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

    fn check_format(&mut self, number: Option<u32>, known: bool, span: Span) {
        if known {
            return;
        }
        let message = "the only version of the format is 1";
        match number {
            Some(number) => self.report_about(number, codes::UNKNOWN_SETTING, span, message),
            None => self.report(codes::UNKNOWN_SETTING, span, message),
        };
    }

    fn check_name(&mut self, number: u32, name: &str, span: Span) {
        if let Some(message) = bad_name(name) {
            self.report_about(number, codes::BAD_NAME, span, message);
        }
    }

    /// Reads the table of one variant of the file.
    fn read_table(
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
    fn tell(&mut self, entries: &Entries) {
        let faults = entries.values().flat_map(|entry| &entry.faults);
        let faults = faults.cloned().map(Finding::about_text);
        self.findings.extend(faults);
    }

    /// For each variant of the file, the number of its parent if it is in the file.
    fn parents(&self) -> Vec<Option<usize>> {
        let parent = |number: &u32| {
            let wire = self.owners[*number as usize].wire.as_ref()?;
            let parent = self.own.get(wire.inherits.value()?)?;
            Some(*parent as usize)
        };
        self.own.values().map(parent).collect()
    }

    /// The number of a library variant, which is read on first use.
    fn library_owner(&mut self, name: &str) -> Option<u32> {
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

    /// Resolves every variant of the file.
    fn resolve_all(&mut self) -> IndexMap<String, Option<Read>> {
        let own: Vec<(String, u32)> = self
            .own
            .iter()
            .map(|(name, number)| (name.clone(), *number))
            .collect();
        let mut shared = resolve::Shared::new(&self.limits);
        let mut variants = IndexMap::new();
        let mut unread = Vec::new();
        for (name, number) in own {
            if shared.exhausted {
                unread.push(number as usize);
                variants.insert(name, None);
                continue;
            }
            let read = if let Some(chain) = self.chain(number) {
                let merged = self.merged(&chain);
                self.check_removed(number, merged.0.rules.value());
                let read = self.resolve_chain(&chain, merged.clone(), &mut shared);
                self.check_settings(&chain, merged, &mut shared);
                Some(read)
            } else {
                // The inherited part is unknown, even the dialect, but the variant's own moves can be read for spelling
                // errors.
                let mut apart = resolve::Shared::new(&self.limits);
                self.resolve_chain(&[number], self.merged(&[number]), &mut apart);
                let misspelled = |one: &Finding| one.diagnostic.code.is_of_spelling();
                let findings = apart.into_findings().into_iter().filter(misspelled);
                self.findings.extend(findings);
                None
            };
            variants.insert(name, read);
        }
        let mut findings = shared.into_findings();
        let is_of_work = |one: &&mut Finding| one.diagnostic.code == codes::DEFINITION_TOO_LARGE;
        if let Some(finding) = findings.iter_mut().rfind(is_of_work) {
            finding.variants.extend(unread);
        }
        self.findings.append(&mut findings);
        variants
    }

    /// Resolves one variant.
    fn resolve(&mut self, number: u32) -> Option<Read> {
        let mut shared = resolve::Shared::new(&self.limits);
        let chain = self.chain(number)?;
        Some(self.resolve_chain(&chain, self.merged(&chain), &mut shared))
    }

    /// Merges and resolves the variants of a chain.
    fn resolve_chain(
        &self,
        chain: &[u32],
        (merged, dialects): Merged,
        shared: &mut resolve::Shared,
    ) -> Read {
        for number in chain {
            shared.read(self.owners[*number as usize].weight);
        }
        let options = settings::options(&merged, &self.chosen, &dialects);
        let changes = options.values().filter_map(|values| values.values().next());
        let bare = if changes.into_iter().all(Change::is_empty) {
            None
        } else {
            // Missing values may come with the options, so the findings are dropped.
            let mut apart = resolve::Shared::new(&self.limits);
            let resolver = self.resolver(chain, dialects.clone(), &mut apart);
            Some(Box::new(resolver.variant(&merged).def))
        };
        let merged = settings::choose(merged, &self.chosen);
        let mut read = self.resolver(chain, dialects, shared).variant(&merged);
        read.def.settings = Settings { options, bare };
        read
    }

    /// Merges the variants of a chain and finds the dialect of each.
    fn merged(&self, chain: &[u32]) -> Merged {
        let mut merged = VariantWire::default();
        let mut dialects = BTreeMap::new();
        let mut dialect = None;
        for number in chain.iter().rev() {
            let Some(wire) = &self.owners[*number as usize].wire else {
                continue;
            };
            // Inherited parts keep the dialect in which they were written.
            dialect = wire.dialect.value().copied().or(dialect);
            dialects.insert(*number, dialect.map(Into::into).unwrap_or_default());
            merged = wire.clone().over(merged);
        }
        (merged, dialects)
    }

    fn resolver<'r>(
        &'r self,
        chain: &'r [u32],
        dialects: BTreeMap<u32, Dialect>,
        shared: &'r mut resolve::Shared,
    ) -> Resolver<'r> {
        Resolver::new(&self.owners, chain, dialects, shared)
    }
}

/// Reads the table of a variant.
fn read_wire(reader: Reader<'_>) -> Option<VariantWire> {
    // Fields send all errors to the sink, so reading a table does not fail.
    match Field::deserialize(reader) {
        Ok(Field::Here(_, wire)) => Some(wire),
        Ok(Field::Absent | Field::Broken) | Err(_) => None,
    }
}

/// The rule entries in the table of a variant.
fn own_entries(variant: Option<&Spanned<DeValue<'_>>>, text: &str, number: u32) -> Option<Entries> {
    let library = variant?.get_ref().as_table()?.get(LIBRARY)?;
    Some(read_own_entries(library, text, number))
}

/// The number of values in a value. The TOML reader bounds the nesting.
fn weight(value: &DeValue<'_>) -> usize {
    match value {
        DeValue::Array(items) => 1 + items.iter().map(|i| weight(i.get_ref())).sum::<usize>(),
        DeValue::Table(table) => 1 + table.values().map(|v| weight(v.get_ref())).sum::<usize>(),
        _ => 1,
    }
}

/// The number of values in the settings of a variant.
fn optional(variant: &DeValue<'_>) -> usize {
    match variant {
        DeValue::Table(table) => table
            .get("settings")
            .map_or(0, |settings| weight(settings.get_ref())),
        _ => 0,
    }
}
