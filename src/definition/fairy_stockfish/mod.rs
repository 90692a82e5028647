//! Reads and writes Fairy-Stockfish's `variants.ini`.
//!
//! A section is applied, option by option, to a copy of what it inherits; the result becomes a
//! definition like any other. Parents are looked up in the file, in any order, then among that
//! program's own variants, which [`builtin`] holds in the same language.

mod build;
mod config;
mod course;
mod options;
mod plain;
mod print;
mod recover;
mod types;
mod write;

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::source::{Diagnostic, Parse, codes, did_you_mean};
use crate::syntax::ini::{self, Section};

use super::limits::Limits;
use super::place::TextPlace;
use super::toml::Read;
use config::Config;
pub use write::write_fairy_stockfish;

/// That program's own variants.
pub(super) const BUILTIN: &str = include_str!("builtin.ini");

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

/// The names of that program's own variants.
pub(super) fn builtin_names() -> impl Iterator<Item = &'static str> {
    BUILTIN
        .lines()
        .filter_map(|line| line.strip_prefix('['))
        .filter_map(|line| line.split([':', ']']).next())
        .filter(|name| !name.starts_with('_'))
}

/// One of that program's own variants.
pub(super) fn read_builtin(name: &str) -> Option<Read> {
    Reader::new(BUILTIN, ini::parse(BUILTIN).value).variant(name)
}

struct Reader<'a> {
    text: &'a str,
    own: IndexMap<String, Section>,
    library: Option<IndexMap<String, Section>>,
    /// Configurations that are done; `None` while one is being made.
    done: BTreeMap<(bool, String), Option<Config>>,
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
            library: None,
            done: BTreeMap::new(),
            found,
        }
    }

    fn library(&mut self) -> &IndexMap<String, Section> {
        self.library.get_or_insert_with(|| {
            ini::parse(BUILTIN)
                .value
                .into_iter()
                .map(|section| (section.name.text.clone(), section))
                .collect()
        })
    }

    /// The finished variant of a section.
    fn variant(&mut self, name: &str) -> Option<Read> {
        let config = self.config(name, true)?;
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

    /// The configuration of a section of the file, or of the library.
    fn config(&mut self, name: &str, own: bool) -> Option<Config> {
        let key = (own, name.to_owned());
        match self.done.get(&key) {
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
        let section = if own {
            self.own.get(name)?.clone()
        } else {
            self.library().get(name)?.clone()
        };
        self.done.insert(key.clone(), None);
        let mut config = match &section.parent {
            None => Config::new(),
            Some(parent) => {
                let inside = self.own.contains_key(&parent.text) && own && parent.text != name;
                let inherited = if inside {
                    self.config(&parent.text, true)
                } else if self.library().contains_key(&parent.text) {
                    self.config(&parent.text, false)
                } else {
                    let known: Vec<String> = self
                        .own
                        .keys()
                        .chain(self.library.iter().flat_map(IndexMap::keys))
                        .cloned()
                        .collect();
                    self.found.push(
                        Diagnostic::new(
                            codes::UNKNOWN_PARENT,
                            parent.span,
                            format!("there is no variant `{}`", parent.text),
                        )
                        .with_help(did_you_mean(&parent.text, known.iter().map(String::as_str))),
                    );
                    None
                };
                inherited.unwrap_or_else(Config::new)
            }
        };
        let mut found = Vec::new();
        options::apply(&mut config, &section, &mut found);
        if own {
            self.found.append(&mut found);
        }
        self.done.insert(key, Some(config.clone()));
        Some(config)
    }
}
