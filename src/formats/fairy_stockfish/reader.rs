//! Reader of sections: applies options to a copy of the inherited configuration.

use indexmap::IndexMap;

use crate::definition::limits::Limits;
use crate::definition::place::TextPlace;
use crate::definition::variant::VariantDef;
use crate::formats::catalog::Catalog;
use crate::formats::findings;
use crate::formats::findings::{Finding, Heirs, Read, ReadText};
use crate::source::{Diagnostic, Span, codes, did_you_mean};
use crate::syntax::ini::{self, Entry, Section, Word};

use super::build;
use super::rules::terms::Written;
use super::section::config::Config;
use super::section::options;

/// Reads a file.
pub(in crate::formats) fn read(text: &str, limits: &Limits) -> ReadText {
    let too_large =
        |at: Span, message: String| Diagnostic::new(codes::DEFINITION_TOO_LARGE, at, message);
    if text.len() > limits.file_bytes {
        let (bytes, limit) = (text.len(), limits.file_bytes);
        let message = format!("a file of {bytes} bytes is larger than the limit of {limit}");
        return ReadText::refused(too_large(Span::at(0), message));
    }
    let parsed = ini::parse(text);
    let place = |section: &Section| {
        let name = section.name.span.range().start;
        let header = text[..name].rfind('[').unwrap_or(name);
        (header as u32, section.name.text.clone())
    };
    let places: Vec<(u32, String)> = parsed.value.iter().map(place).collect();
    let mut reader = Reader::new(text, parsed.value, limits);
    for finding in parsed.diagnostics {
        let behind = |place: &(u32, String)| place.0 <= finding.span.start;
        let section = places.partition_point(behind).checked_sub(1);
        let section = section.and_then(|at| reader.own.get_index_of(&places[at].1));
        reader.found.push(match section {
            Some(section) => Finding::about(section, Heirs::Unwritten, finding),
            None => Finding::about_text(finding),
        });
    }
    reader.notice_built_ins();
    let mut read = ReadText::default();
    let names: Vec<String> = reader.own.keys().cloned().collect();
    for (number, name) in names.iter().take(limits.variants).enumerate() {
        let found = reader.variant(name);
        let place = reader.own[name].name.span;
        if let Some(finding) = found
            .as_ref()
            .and_then(|read| findings::check(text, &read.def, place))
        {
            reader
                .found
                .push(Finding::about(number, Heirs::None, finding));
        }
        read.variants.insert(name.clone(), found);
    }
    if let Some((_, section)) = reader.own.get_index(limits.variants) {
        let message = format!("a file has at most {} variants", limits.variants);
        let finding = too_large(section.name.span, message);
        reader.found.push(Finding::about_text(finding));
    }
    let parents: Vec<Option<usize>> = reader.own.values().map(|one| reader.parent(one)).collect();
    read.findings = std::mem::take(&mut reader.found);
    read.inherit(&parents, |variant, place| reader.rewrites(variant, place));
    read.in_order(limits)
}

struct Reader<'a> {
    text: &'a str,
    limits: &'a Limits,
    own: IndexMap<String, Section>,
    /// Finished configurations; `None` marks one in progress.
    done: IndexMap<String, Option<Config>>,
    found: Vec<Finding>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, sections: Vec<Section>, limits: &'a Limits) -> Reader<'a> {
        let mut found = Vec::new();
        let mut own: IndexMap<String, Section> = IndexMap::new();
        let named = |section: &Section| !section.name.text.is_empty();
        for section in sections.into_iter().filter(named) {
            if let Some((number, _, first)) = own.get_full(&section.name.text) {
                let message = format!("`{}` is already defined", section.name.text);
                let finding = Diagnostic::new(codes::DUPLICATE_KEY, section.name.span, message);
                let finding = finding.with_label(first.name.span, "here");
                found.push(Finding::about(number, Heirs::All, finding));
                continue;
            }
            own.insert(section.name.text.clone(), section);
        }
        Reader {
            text,
            limits,
            own,
            done: IndexMap::new(),
            found,
        }
    }

    /// Reports a finding about a section and its heirs.
    fn report(&mut self, name: &str, heirs: Heirs, finding: Diagnostic) {
        self.found.push(match self.own.get_index_of(name) {
            Some(number) => Finding::about(number, heirs, finding),
            None => Finding::about_text(finding),
        });
    }

    /// The number of a section's parent, if it is in the file.
    fn parent(&self, section: &Section) -> Option<usize> {
        let parent = section.parent.as_ref()?;
        let is_own = parent.text != section.name.text;
        self.own.get_index_of(&parent.text).filter(|_| is_own)
    }

    /// Whether a section also sets the key at a place of another section.
    fn rewrites(&self, number: usize, place: Span) -> bool {
        let entries = |section: &Section| section.entries.clone();
        let behind = |entry: &Entry| {
            entry.key.span.start <= place.start && place.end <= entry.value.span.end
        };
        let written = self.own.values().flat_map(entries).find(behind);
        let section = self.own.get_index(number);
        section.zip(written).is_some_and(|((_, section), written)| {
            let mut entries = section.entries.iter();
            entries.any(|entry| entry.key.text == written.key.text)
        })
    }

    /// Reports sections with names of built-in variants. Fairy-Stockfish keeps its own variant and reports that it
    /// already exists; here, heirs inherit from the section.
    fn notice_built_ins(&mut self) {
        for (number, section) in self.own.values().enumerate() {
            let name = &section.name;
            if Catalog::builtin().names().any(|known| known == name.text) {
                let message = format!("`{}` is also the name of a built-in variant", name.text);
                let finding = Diagnostic::new(codes::SHADOWED_BUILTIN, name.span, message);
                let finding = finding.with_help(
                    "give yours another name: the name alone means the built-in, and Fairy-Stockfish skips sections \
                     with the names of its own variants",
                );
                self.found
                    .push(Finding::about(number, Heirs::None, finding));
            }
        }
    }

    /// Whether the chain of ancestors is within the limit; reports it if not.
    fn is_near(&mut self, name: &str) -> bool {
        let limit = self.limits.inheritance;
        let mut seen = vec![name];
        for _ in 0..=limit {
            let section = seen.last().and_then(|name| self.own.get(*name));
            match section.and_then(|section| section.parent.as_ref()) {
                // A cycle is reported separately.
                Some(above) if !seen.contains(&above.text.as_str()) => seen.push(&above.text),
                _ => return true,
            }
        }
        if let Some(section) = self.own.get(name) {
            let message = format!("`{name}` has more than {limit} ancestors");
            let place = section.name.span;
            let finding = Diagnostic::new(codes::DEFINITION_TOO_LARGE, place, message);
            self.report(name, Heirs::All, finding);
        }
        false
    }

    /// The variant of a section.
    fn variant(&mut self, name: &str) -> Option<Read> {
        if !self.is_near(name) {
            return None;
        }
        let config = self.config(name)?;
        let section = self.own.get(name)?;
        let span = section.name.span;
        let start = section
            .entries
            .iter()
            .find(|entry| entry.key.text == "startFen")
            .map_or(span, |entry| entry.value.span);
        let parent = section.parent.as_ref().map(|word| word.text.as_str());
        // A section without the pieces of its parent has a finding about the parent.
        let lacks_parent = || {
            let is_unknown = |name| Catalog::builtin().get(name).is_none();
            parent.is_some_and(is_unknown) && self.parent(section).is_none()
        };
        if !config.has_pieces() && lacks_parent() {
            return None;
        }
        let mut found = Vec::new();
        options::check(&config, span, &mut found);
        let read = match build::build(name, parent, &config) {
            Ok(def) => {
                let start = TextPlace::new(self.text, start, &def.start);
                Some(Read { def, start })
            }
            Err(error) => {
                let finding = Diagnostic::new(codes::INI_BAD_VALUE, span, error.to_string());
                found.push(finding);
                None
            }
        };
        for finding in found {
            self.report(name, Heirs::None, finding);
        }
        read
    }

    /// The configuration of a section.
    fn config(&mut self, name: &str) -> Option<Config> {
        match self.done.get(name) {
            Some(Some(config)) => return Some(config.clone()),
            Some(None) => {
                if let Some(section) = self.own.get(name) {
                    let place = section.name.span;
                    let message = format!("`{name}` inherits from itself");
                    let finding = Diagnostic::new(codes::INHERITANCE_CYCLE, place, message);
                    self.report(name, Heirs::All, finding);
                }
                return None;
            }
            None => {}
        }
        let section = self.own.get(name)?.clone();
        self.done.insert(name.to_owned(), None);
        let mut config = match &section.parent {
            None => Config::new(),
            Some(parent) if parent.text != name && self.own.contains_key(&parent.text) => {
                self.config(&parent.text).unwrap_or_else(Config::new)
            }
            Some(parent) => self.built_in(name, parent),
        };
        let mut found = Vec::new();
        options::apply(&mut config, &section, &mut found);
        for finding in found {
            self.report(name, Heirs::Unwritten, finding);
        }
        self.done.insert(name.to_owned(), Some(config.clone()));
        Some(config)
    }

    /// The configuration of a built-in variant.
    fn built_in(&mut self, name: &str, parent: &Word) -> Config {
        if let Some(def) = Catalog::builtin().get(&parent.text) {
            return of_built_in(def);
        }
        let finding = if parent.text == name {
            let message = format!("`{name}` inherits from itself");
            Diagnostic::new(codes::INHERITANCE_CYCLE, parent.span, message)
        } else {
            let known = self.own.keys().map(String::as_str);
            let known = known.filter(|known| *known != name);
            let known = known.chain(Catalog::builtin().names());
            let message = format!("unknown variant `{}`", parent.text);
            Diagnostic::new(codes::UNKNOWN_PARENT, parent.span, message)
                .with_help(did_you_mean(&parent.text, known))
        };
        self.report(name, Heirs::All, finding);
        Config::new()
    }
}

/// The configuration that a section inherits from a built-in variant.
pub(super) fn of_built_in(def: &VariantDef) -> Config {
    let mut config = Written::of(def).config;
    config.name_king_type();
    // The title and the source of a game do not apply to its heirs.
    config.presentation.shift_remove("title");
    config.presentation.shift_remove("source");
    config
}
