//! Reads and writes Fairy-Stockfish's `variants.ini`.
//!
//! A section is applied, option by option, to a copy of what it inherits; the result becomes a
//! definition like any other. Parents are looked up in the file, in any order, then among our own
//! variants, which are put in that program's terms for it.

mod build;
mod config;
mod course;
mod men;
mod options;
mod print;
mod promotions;
mod recover;
mod types;
mod write;

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::source::{Diagnostic, Parse, codes, did_you_mean};
use crate::syntax::ini::{self, Section, Word};

use super::catalog::Catalog;
use super::limits::Limits;
use super::place::TextPlace;
use super::toml::Read;
use config::Config;
use recover::recover;
pub use write::write_fairy_stockfish;

/// Reads a file.
pub(super) fn read(text: &str, limits: &Limits) -> Parse<Vec<Read>> {
    let parsed = ini::parse(text);
    let mut reader = Reader::new(text, parsed.value);
    reader.found = parsed.diagnostics;
    let names: Vec<String> = reader.own.keys().cloned().collect();
    let mut variants = Vec::new();
    for name in names.iter().take(limits.variants) {
        variants.extend(reader.variant(name));
    }
    let mut diagnostics = reader.found;
    diagnostics.sort_by_key(|finding| finding.span.start);
    diagnostics.dedup();
    diagnostics.truncate(limits.findings);
    Parse {
        value: variants,
        diagnostics,
    }
}

struct Reader<'a> {
    text: &'a str,
    own: IndexMap<String, Section>,
    /// Configurations that are done; `None` while one is being made.
    done: BTreeMap<String, Option<Config>>,
    found: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, sections: Vec<Section>) -> Reader<'a> {
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
            own,
            done: BTreeMap::new(),
            found,
        }
    }

    /// The finished variant of a section.
    fn variant(&mut self, name: &str) -> Option<Read> {
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
            let mut config = recover(def).config;
            // The words about a game are not those about its children.
            config.presentation.shift_remove("title");
            config.presentation.shift_remove("source");
            return config;
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
