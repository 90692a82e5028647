//! Reads definitions in TOML; the format is described in `grammar/variants-toml.md`.
//!
//! In four steps: [`value`] reads each variant's table into the structs of [`wire`]; the chain of
//! ancestors is looked up here, in the same file or among the built-ins; [`field::Overlay`] lays
//! each variant over its parent; [`resolve`] gives the texts their meaning on the board that comes
//! out. Every step reports what it finds and goes on.

mod actions;
mod adjudication;
mod affected;
mod after_move;
mod captures;
mod custom;
mod directions;
mod field;
mod inherit;
mod library;
mod literal;
mod outline;
mod pieces;
mod reach;
mod remedy;
mod removed;
mod renamed;
mod resolve;
mod schema;
mod series;
mod settings;
mod special;
mod syntax;
mod value;
mod wire;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::source::{Code, Diagnostic, Parse, Span, codes};
use crate::syntax::betza::Dialect;

use super::limits::Limits;
use super::place::TextPlace;
use super::printable;
use super::settings::{Change, Settings};
use super::variant::VariantDef;
use field::{Field, Overlay};
use remedy::unknown_key;
use resolve::Resolver;
use syntax::{line_start, syntax_findings};
use value::{Reader, Sink};
use wire::VariantWire;

pub(super) use library::Library;
pub use outline::{Outline, OutlineEntry};
pub use renamed::{
    FOR_BLACK, MERGED_RULES, MOVED_KEYS, MergedRule, MovedKey, OPPOSITE_KEYS, RENAMED_KEYS,
    RenamedKey,
};
#[cfg(feature = "schema")]
pub(crate) use schema::made_schema;
pub use schema::schema;
pub(super) use settings::Chosen;
pub(super) use write::{squares_text, zone_text};
pub(crate) use {custom::is_rule_name, wire::IN_TABLES, wire::SHIPPED};

/// A variant that was read.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// The variant.
    pub(super) def: VariantDef,
    /// Where its start position stands in the text that was read.
    pub(super) start: TextPlace,
}

/// Reads the variants of a file. Parents are looked up in the file, then in the library.
pub(super) fn read(text: &str, library: Option<&Library>, limits: &Limits) -> Parse<Vec<Read>> {
    if text.len() > limits.file_bytes {
        let message = format!(
            "a file of {} bytes is larger than the limit of {}",
            text.len(),
            limits.file_bytes
        );
        return Parse {
            value: Vec::new(),
            diagnostics: vec![Diagnostic::new(codes::DEFINITION_TOO_LARGE, 0..0, message)],
        };
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut diagnostics = syntax_findings(text, &errors);
    let mut file = File::new(text, library, limits);
    file.read_root(root, errors.is_empty());
    let variants = file.resolve_all();
    for read in &variants {
        let owner = file.own.get(&read.def.name);
        let place = owner.map_or(Span::at(0), |number| file.owners[*number as usize].header);
        let finding = printable::check(text, &read.def, place);
        file.findings.extend(finding);
    }
    let mut found = file.findings;
    if !errors.is_empty() {
        keep_likely(text, &diagnostics, &mut found);
    }
    diagnostics.append(&mut found);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    // A value of a setting repeats the findings about what it does not change.
    let mut seen = BTreeSet::new();
    diagnostics.retain(|one| seen.insert((one.code, one.span, one.message.clone())));
    if diagnostics.len() > limits.findings {
        diagnostics.truncate(limits.findings);
        let last = diagnostics.last().map_or(Span::at(0), |last| last.span);
        diagnostics.push(Diagnostic::new(
            codes::DEFINITION_TOO_LARGE,
            last,
            "there are more findings, which are not shown",
        ));
    }
    Parse {
        value: variants,
        diagnostics,
    }
}

/// In a file that is not valid TOML, drops the findings that the damage itself may have made: those
/// on a damaged line, and those that miss something.
fn keep_likely(text: &str, syntax: &[Diagnostic], found: &mut Vec<Diagnostic>) {
    const MISSING: [Code; 5] = [
        codes::MISSING_KEY,
        codes::UNKNOWN_PARENT,
        codes::UNKNOWN_PIECE,
        codes::NO_VARIANT,
        codes::NO_ROYAL,
    ];
    let line = |diagnostic: &Diagnostic| line_start(text, diagnostic.span.start as usize);
    let damaged: BTreeSet<usize> = syntax.iter().map(line).collect();
    found.retain(|finding| !MISSING.contains(&finding.code) && !damaged.contains(&line(finding)));
}

/// One table of a variant, in the file or in the library.
#[derive(Debug)]
struct Owner<'a> {
    name: String,
    /// Where the variant is named.
    header: Span,
    /// The text that spans of this variant count in.
    text: &'a str,
    /// Whether that text is the file that is being read.
    own: bool,
    /// The table; `None` if it is no table.
    wire: Option<VariantWire>,
    /// The number of values in it.
    weight: usize,
    /// How many of them say what its settings change.
    optional: usize,
}

/// The state of reading one file.
pub(super) struct File<'a> {
    text: &'a str,
    library: Option<&'a Library>,
    limits: &'a Limits,
    owners: Vec<Owner<'a>>,
    /// The variants of the file by name.
    own: IndexMap<String, u32>,
    /// The variants of the library that were needed.
    borrowed: BTreeMap<String, u32>,
    /// Values of settings, for whichever variant is resolved.
    chosen: Chosen,
    findings: Vec<Diagnostic>,
}

impl<'a> File<'a> {
    fn new(text: &'a str, library: Option<&'a Library>, limits: &'a Limits) -> Self {
        File {
            text,
            library,
            limits,
            owners: Vec::new(),
            own: IndexMap::new(),
            borrowed: BTreeMap::new(),
            chosen: Chosen::new(),
            findings: Vec::new(),
        }
    }

    /// The library alone, of which only what is asked for is read.
    pub(super) fn of_library(library: &'a Library, limits: &'a Limits) -> Self {
        File::new("", Some(library), limits)
    }

    /// A file that has been read before, for values of the settings of its variants.
    pub(super) fn again(text: &'a str, library: Option<&'a Library>, limits: &'a Limits) -> Self {
        let (root, _) = DeTable::parse_recoverable(text);
        let mut file = File::new(text, library, limits);
        file.read_root(root, true);
        file
    }

    /// One variant with values of its settings, and what it inherits from.
    pub(super) fn choose(&mut self, name: &str, chosen: &Chosen) -> Option<Read> {
        self.chosen.clone_from(chosen);
        let own = self.own.get(name).copied();
        let number = own.or_else(|| self.library_owner(name))?;
        self.resolve(number)
    }

    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.findings.push(Diagnostic::new(code, span, message));
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }

    /// Tells a file of one variant from a file of many, and reads the tables.
    fn read_root(&mut self, root: Spanned<DeTable<'a>>, whole: bool) {
        let span = Span::from(root.span());
        let root = root.into_inner();
        let single = VariantWire::TELLING
            .iter()
            .any(|key| root.contains_key(*key));
        if single {
            let value = Spanned::new(span.range(), DeValue::Table(root));
            self.read_single(&value, span);
            return;
        }
        for (key, value) in &root {
            let (name, at): (&str, Span) = (key.get_ref(), key.span().into());
            match value.get_ref() {
                DeValue::Table(_) if self.own.len() >= self.limits.variants => {
                    let limit = self.limits.variants;
                    let message = format!("a file has at most {limit} variants");
                    self.report(codes::DEFINITION_TOO_LARGE, at, message);
                    break;
                }
                DeValue::Table(_) => {
                    let number = self.read_table(name, at, value, at);
                    self.check_many(number);
                }
                DeValue::Integer(number) if name == "format" => {
                    self.check_format(number.as_str() == "1", value.span().into());
                }
                _ => self
                    .findings
                    .push(unknown_key(name, at, None, &VariantWire::KEYS, "")),
            }
        }
        if self.own.is_empty() && self.findings.is_empty() && whole {
            self.report(codes::NO_VARIANT, Span::at(0), "no variant is defined here")
                .help = Some("write one under a table with its name, such as `[mine]`".to_owned());
        }
    }

    fn read_single(&mut self, root: &Spanned<DeValue<'_>>, span: Span) {
        let number = self.read_table("", Span::at(span.start as usize), root, span);
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
                self.check_name(&name, place.span);
            }
            None if wire.name.is_absent() => {
                let at = owner.header;
                self.report(codes::MISSING_KEY, at, "the variant has no `name`")
                    .help = Some("write `name = '…'` at the top of the file".to_owned());
            }
            None => {}
        }
        if let Some((place, version)) = format {
            self.check_format(version == 1, place.span);
        }
    }

    /// Checks what only a table among others must observe.
    fn check_many(&mut self, number: u32) {
        let owner = &self.owners[number as usize];
        let (name, header) = (owner.name.clone(), owner.header);
        let Some(wire) = &owner.wire else { return };
        let format = wire.format.get().map(|(place, version)| (place, *version));
        let inner_name = wire.name.place();
        self.check_name(&name, header);
        if let Some(place) = inner_name {
            let message = format!("the name of this variant is that of its table, `{name}`");
            self.report(codes::UNKNOWN_KEY, place.span, message).help =
                Some("delete the key, or write `title` for a name for people".to_owned());
        }
        if let Some((place, version)) = format {
            self.check_format(version == 1, place.span);
        }
    }

    fn check_format(&mut self, known: bool, span: Span) {
        if !known {
            self.report(
                codes::UNKNOWN_SETTING,
                span,
                "the version of the format is 1",
            );
        }
    }

    fn check_name(&mut self, name: &str, span: Span) {
        if let Some(message) = bad_name(name) {
            self.report(codes::BAD_NAME, span, message);
        }
    }

    /// Reads one variant of the file.
    fn read_table(
        &mut self,
        name: &str,
        header: Span,
        value: &Spanned<DeValue<'_>>,
        span: Span,
    ) -> u32 {
        let number = self.owners.len() as u32;
        let room = self.limits.findings.saturating_sub(self.findings.len());
        let sink = Sink::new(number, room + 1);
        let mut wire = read_wire(Reader::new(value, &sink).placed(span));
        self.findings.append(&mut sink.findings.into_inner());
        if let Some(wire) = &mut wire {
            wire.modernized(&mut self.findings);
        }
        if let Some(Field::Here(place, pieces)) = wire.as_mut().map(|wire| &mut wire.pieces) {
            let limit = self.limits.pieces;
            if pieces.0.len() > limit {
                pieces.0.truncate(limit);
                let message = format!("a variant has at most {limit} pieces");
                self.report(codes::DEFINITION_TOO_LARGE, place.span, message);
            }
        }
        self.owners.push(Owner {
            name: name.to_owned(),
            header,
            text: self.text,
            own: true,
            wire,
            weight: weight(value.get_ref()),
            optional: optional(value.get_ref()),
        });
        self.own.insert(name.to_owned(), number);
        number
    }

    /// The number of a variant of the library, which is read when it is first asked for.
    fn library_owner(&mut self, name: &str) -> Option<u32> {
        if let Some(number) = self.borrowed.get(name) {
            return Some(*number);
        }
        let text = self.library?.section(name)?;
        let number = self.owners.len() as u32;
        // The library has no findings; a test reads all of it as a file.
        let sink = Sink::new(number, 0);
        let (root, _) = DeTable::parse_recoverable(text);
        let table = root.get_ref().get(name);
        self.owners.push(Owner {
            name: name.to_owned(),
            header: Span::at(0),
            text,
            own: false,
            wire: table.and_then(|table| read_wire(Reader::new(table, &sink))),
            weight: table.map_or(0, |table| weight(table.get_ref())),
            optional: table.map_or(0, |table| optional(table.get_ref())),
        });
        self.borrowed.insert(name.to_owned(), number);
        Some(number)
    }

    /// Resolves every variant of the file.
    fn resolve_all(&mut self) -> Vec<Read> {
        let numbers: Vec<u32> = self.own.values().copied().collect();
        let mut shared = resolve::Shared::new(self.limits);
        let mut variants = Vec::new();
        for number in numbers {
            if shared.exhausted {
                break;
            }
            if let Some(chain) = self.chain(number) {
                let read = self.resolve_chain(&chain, &mut shared);
                self.check_settings(&chain, &mut shared);
                variants.push(read);
            } else {
                // Nobody knows what it inherits, not even the dialect, but its own moves can be read.
                let mut apart = resolve::Shared::new(self.limits);
                self.resolve_chain(&[number], &mut apart);
                let misspelled = |one: &Diagnostic| one.code.is_of_spelling();
                let findings = apart.into_findings().into_iter().filter(misspelled);
                self.findings.extend(findings);
            }
        }
        self.findings.append(&mut shared.into_findings());
        variants
    }

    /// Resolves one variant.
    fn resolve(&mut self, number: u32) -> Option<Read> {
        let mut shared = resolve::Shared::new(self.limits);
        let chain = self.chain(number)?;
        Some(self.resolve_chain(&chain, &mut shared))
    }

    /// Lays the variants of a chain over one another and gives the result its meaning.
    fn resolve_chain(&self, chain: &[u32], shared: &mut resolve::Shared<'a>) -> Read {
        for number in chain {
            shared.work += self.owners[*number as usize].weight;
        }
        let (merged, dialects) = self.merged(chain);
        let options = settings::options(&merged, &self.chosen, &dialects);
        let changes = options.values().filter_map(|values| values.values().next());
        let bare = if changes.into_iter().all(Change::is_empty) {
            None
        } else {
            // What is missing here may come with the values, so the findings do not count.
            let mut apart = resolve::Shared::new(self.limits);
            let resolver = self.resolver(chain, dialects.clone(), &mut apart);
            Some(Box::new(resolver.variant(&merged).def))
        };
        let merged = settings::choose(merged, &self.chosen);
        let mut read = self.resolver(chain, dialects, shared).variant(&merged);
        read.def.settings = Settings { options, bare };
        read
    }

    /// The variants of a chain over one another, and in which dialect each is written.
    fn merged(&self, chain: &[u32]) -> (VariantWire, BTreeMap<u32, Dialect>) {
        let mut merged = VariantWire::default();
        let mut dialects = BTreeMap::new();
        let mut dialect = None;
        for number in chain.iter().rev() {
            let Some(wire) = &self.owners[*number as usize].wire else {
                continue;
            };
            // What is inherited keeps the dialect in which it was written.
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
        shared: &'r mut resolve::Shared<'a>,
    ) -> Resolver<'r, 'a> {
        Resolver::new(&self.owners, chain, dialects, shared)
    }
}

/// Reads the table of a variant.
fn read_wire(reader: Reader<'_>) -> Option<VariantWire> {
    // A field takes every fault into the sink, so there is nothing left to fail.
    match Field::deserialize(reader) {
        Ok(Field::Here(_, wire)) => Some(wire),
        Ok(Field::Absent | Field::Broken) | Err(_) => None,
    }
}

/// The number of values in a value. TOML's own reader bounds the nesting.
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

/// The name, with hyphens for what a name cannot hold: other formats allow more.
pub(super) fn sound_name(name: &str) -> String {
    let mut sound = name.replace(is_bad_in_names, "-");
    let end = (0..=LONGEST_NAME.min(sound.len()))
        .rev()
        .find(|end| sound.is_char_boundary(*end));
    sound.truncate(end.unwrap_or_default());
    if sound.is_empty() {
        sound.push_str("nameless");
    }
    sound
}

/// Bytes of a name.
const LONGEST_NAME: usize = 100;

fn is_bad_in_names(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '#' | '?')
}

/// Why a text cannot be the name of a variant or a piece.
fn bad_name(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a name is not empty".to_owned());
    }
    if name.len() > LONGEST_NAME {
        return Some(format!("a name has at most {LONGEST_NAME} bytes"));
    }
    let bad = name.chars().find(|c| is_bad_in_names(*c))?;
    Some(if bad == ' ' {
        "a name has no blank in it".to_owned()
    } else {
        format!("a name has no `{}` in it", bad.escape_debug())
    })
}
