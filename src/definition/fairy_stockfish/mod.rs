//! Reads and writes Fairy-Stockfish's `variants.ini`.
//!
//! A section is applied, option by option, to a copy of what it inherits; the result becomes a
//! definition like any other. Parents are looked up in the file, in any order, then among our own
//! variants, which are put in that program's terms for it.

mod build;
mod castling;
mod config;
mod connection;
mod custom_moves;
mod drops;
mod ends;
mod extinction;
mod fork;
mod goal;
mod in_place_promotion;
mod keys;
mod marks;
mod options;
mod passing;
mod piece_types;
mod print;
mod promotions;
mod rule_table;
mod types;
mod walls;
mod write;

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::source::{Diagnostic, Parse, Span, codes, did_you_mean};
use crate::syntax::ini::{self, Section, Word};

use super::catalog::Catalog;
use super::limits::Limits;
use super::place::TextPlace;
use super::printable;
use super::toml::Read;
use super::variant::VariantDef;
use config::Config;
use write::Written;
pub use write::{write_fairy_stockfish, write_fairy_stockfish_x};

/// The options of `variants.ini` that are read, without those of forks and those that say nothing about the
/// rules, for tests that draw definitions.
#[cfg(feature = "testing")]
pub fn fairy_stockfish_keys() -> Vec<String> {
    let own = (keys::names().chain(["promotionLimit", "promotedPieceType"])).map(str::to_owned);
    let pieces = types::all().map(types::key);
    own.chain(pieces).chain(options::mobility_keys()).collect()
}

/// Reads a file.
pub(super) fn read(text: &str, limits: &Limits) -> Parse<Vec<Read>> {
    let too_large =
        |at: Span, message: String| Diagnostic::new(codes::DEFINITION_TOO_LARGE, at, message);
    if text.len() > limits.file_bytes {
        let (bytes, limit) = (text.len(), limits.file_bytes);
        let message = format!("a file of {bytes} bytes is larger than the limit of {limit}");
        return Parse {
            value: Vec::new(),
            diagnostics: vec![too_large(Span::at(0), message)],
        };
    }
    let parsed = ini::parse(text);
    let mut reader = Reader::new(text, parsed.value, limits);
    reader.found.extend(parsed.diagnostics);
    reader.notice_built_ins();
    let names: Vec<String> = reader.own.keys().cloned().collect();
    let mut variants = Vec::new();
    for name in names.iter().take(limits.variants) {
        let Some(read) = reader.variant(name) else {
            continue;
        };
        let place = reader.own[name].name.span;
        reader
            .found
            .extend(printable::check(text, &read.def, place));
        variants.push(read);
    }
    if let Some((_, section)) = reader.own.get_index(limits.variants) {
        let message = format!("a file has at most {} variants", limits.variants);
        reader.found.push(too_large(section.name.span, message));
    }
    let mut diagnostics = reader.found;
    diagnostics.sort_by_key(|finding| finding.span.start);
    diagnostics.dedup();
    if let Some(next) = diagnostics.get(limits.findings) {
        let message = "there are more findings, which are not shown".to_owned();
        let last = too_large(next.span, message);
        diagnostics.truncate(limits.findings);
        diagnostics.push(last);
    }
    Parse {
        value: variants,
        diagnostics,
    }
}

struct Reader<'a> {
    text: &'a str,
    limits: &'a Limits,
    own: IndexMap<String, Section>,
    /// Configurations that are done; `None` while one is being made.
    done: BTreeMap<String, Option<Config>>,
    found: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, sections: Vec<Section>, limits: &'a Limits) -> Reader<'a> {
        let mut found = Vec::new();
        let mut own: IndexMap<String, Section> = IndexMap::new();
        for section in sections {
            if let Some(first) = own.get(&section.name.text) {
                found.push(
                    Diagnostic::new(
                        codes::DUPLICATE_KEY,
                        section.name.span,
                        format!("`{}` is already defined", section.name.text),
                    )
                    .with_label(first.name.span, "here"),
                );
                continue;
            }
            own.insert(section.name.text.clone(), section);
        }
        Reader {
            text,
            limits,
            own,
            done: BTreeMap::new(),
            found,
        }
    }

    /// Reports sections with the names of built-in variants. Fairy-Stockfish keeps its own and says
    /// that they exist already; what inherits from the name here means the section.
    fn notice_built_ins(&mut self) {
        for section in self.own.values() {
            let name = &section.name;
            if Catalog::builtin().names().any(|known| known == name.text) {
                let message = format!("`{}` is also the name of a built-in variant", name.text);
                let finding = Diagnostic::new(codes::SHADOWED_BUILTIN, name.span, message);
                self.found.push(finding.with_help(
                    "give yours another name: the name alone means the built-in, and \
                     Fairy-Stockfish skips a section that has the name of one of its own",
                ));
            }
        }
    }

    /// Whether a section has no more ancestors in the file than there may be; otherwise reports it.
    fn is_near(&mut self, name: &str) -> bool {
        let limit = self.limits.inheritance;
        let mut seen = vec![name];
        for _ in 0..=limit {
            let section = seen.last().and_then(|name| self.own.get(*name));
            match section.and_then(|section| section.parent.as_ref()) {
                // What goes round in a circle is reported as such.
                Some(above) if !seen.contains(&above.text.as_str()) => seen.push(&above.text),
                _ => return true,
            }
        }
        if let Some(section) = self.own.get(name) {
            let message = format!("`{name}` has more than {limit} ancestors");
            let place = section.name.span;
            let finding = Diagnostic::new(codes::DEFINITION_TOO_LARGE, place, message);
            self.found.push(finding);
        }
        false
    }

    /// The finished variant of a section.
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
        options::check(&config, span, &mut self.found);
        match build::build(name, parent, &config) {
            Ok(def) => {
                let start = TextPlace::new(self.text, start, &def.start);
                Some(Read { def, start })
            }
            Err(error) => {
                self.found.push(Diagnostic::new(
                    codes::INI_BAD_VALUE,
                    span,
                    error.to_string(),
                ));
                None
            }
        }
    }

    /// The configuration of a section of the file.
    fn config(&mut self, name: &str) -> Option<Config> {
        match self.done.get(name) {
            Some(Some(config)) => return Some(config.clone()),
            Some(None) => {
                if let Some(section) = self.own.get(name) {
                    self.found.push(Diagnostic::new(
                        codes::INHERITANCE_CYCLE,
                        section.name.span,
                        format!("`{name}` inherits from itself"),
                    ));
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
            Some(parent) => self.built_in(parent),
        };
        options::apply(&mut config, &section, &mut self.found);
        self.done.insert(name.to_owned(), Some(config.clone()));
        Some(config)
    }

    /// The configuration of a variant of our own.
    fn built_in(&mut self, parent: &Word) -> Config {
        if let Some(def) = Catalog::builtin().get(&parent.text) {
            return of_built_in(def);
        }
        let known = self.own.keys().map(String::as_str);
        let known = known.chain(Catalog::builtin().names());
        self.found.push(
            Diagnostic::new(
                codes::UNKNOWN_PARENT,
                parent.span,
                format!("there is no variant `{}`", parent.text),
            )
            .with_help(did_you_mean(&parent.text, known)),
        );
        Config::new()
    }
}

/// The configuration that a section inherits from a variant of our own.
fn of_built_in(def: &VariantDef) -> Config {
    let mut config = Written::of(def).config;
    config.name_king_type();
    // The words about a game are not those about its children.
    config.presentation.shift_remove("title");
    config.presentation.shift_remove("source");
    config
}
