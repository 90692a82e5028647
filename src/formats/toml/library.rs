//! The built-in variants and rules, and rule entries of definitions and other files.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::definition::clause::{
    ClauseError, ClauseFile, Condition, EffectClause, EndClause, MoveClause, Places, RuleEntry,
    Set, SetKind, WrittenIn, is_word, parse, parse_effect, parse_end, parse_move, parse_set,
};
use crate::definition::names::is_rule_name;
use crate::definition::place::TextPlace;
use crate::formats::toml::text::{self, Reader, Sink, Tables};
use crate::formats::toml::wire::{
    Field, ForbidWire, OneOrMany, ParameterWire, RuleEntryWire, Texts, VariantWire,
};
use crate::source::budget::unbounded;
use crate::source::{Diagnostic, Span, codes, did_you_mean};

// Rule entries of the built-in library, of definitions, and of other files.

/// The entries of one table by name.
pub(in crate::formats) type Entries = IndexMap<String, OwnEntry>;

/// A rule entry of a definition or of another file.
#[derive(Clone, Debug)]
pub(in crate::formats) struct OwnEntry {
    pub(in crate::formats) entry: RuleEntry,
    /// Its errors, with places in its text.
    pub(in crate::formats) faults: Vec<Diagnostic>,
    /// The words in its clauses that are not keywords and may be names of pieces, with their places.
    pub(in crate::formats) names: Vec<(String, Span)>,
    /// The places of its clauses by key.
    places: Places,
}

/// The places of clauses by key.
impl OwnEntry {
    /// Marks the entry as one of another file.
    pub(in crate::formats) fn of_file(mut self, file: &str, text: &Arc<str>) -> OwnEntry {
        self.entry.origin = WrittenIn(Some(Arc::new(ClauseFile {
            file: file.to_owned(),
            text: Arc::clone(text),
            places: self.places.clone(),
        })));
        self
    }
}

/// Reads the texts of an entry, with errors at their places.
struct EntryReader<'t> {
    text: &'t str,
    faults: Vec<Diagnostic>,
    places: Places,
    /// The sets of all clauses, with the places of the clauses.
    sets: Vec<(Set, TextPlace)>,
}

impl EntryReader<'_> {
    fn read(mut self, name: &str, wire: &RuleEntryWire) -> OwnEntry {
        let said = |field: &Field<String>| field.value().cloned();
        let mut entry = RuleEntry {
            title: said(&wire.title).unwrap_or_else(|| name.to_owned()),
            source: said(&wire.source).unwrap_or_default(),
            summary: said(&wire.summary).unwrap_or_default(),
            options: wire.options.value().map_or_else(Vec::new, |options| {
                let options = options.items().iter();
                options.filter_map(said).collect()
            }),
            ..RuleEntry::default()
        };
        let parameters = wire.parameters.value().into_iter();
        let mut declared: Vec<(&str, Span)> = Vec::new();
        for (parameter, one) in parameters.flat_map(|parameters| &parameters.0) {
            let set = match one.value.get() {
                Some((place, ParameterWire::Text(text))) => {
                    self.parsed(place.span, text, parse_set).map(|(set, _)| set)
                }
                _ => None,
            };
            declared.push((parameter, one.name.span));
            entry.parameters.insert(parameter.clone(), set);
        }
        let forbid = wire.forbid.value().map(OneOrMany::items);
        for item in forbid.into_iter().flatten() {
            let (condition, mates) = match item.value() {
                Some(ForbidWire::Text(text)) => (text, false),
                Some(ForbidWire::Table(table)) => {
                    (&table.r#if, table.mates.value().copied().unwrap_or(false))
                }
                None => continue,
            };
            let condition = self.clause("forbid", condition, parse, Condition::sets);
            entry
                .forbid
                .extend(condition.map(|condition| (condition, mates)));
        }
        for text in wire.require.value().into_iter().flat_map(Texts::items) {
            let condition = self.clause("require", text, parse, Condition::sets);
            entry.require.extend(condition);
        }
        for text in wire.effects.value().into_iter().flat_map(Texts::items) {
            let effect = self.clause("effects", text, parse_effect, EffectClause::sets);
            entry.effects.extend(effect);
        }
        for text in wire.moves.value().into_iter().flat_map(Texts::items) {
            let clause = self.clause("moves", text, parse_move, MoveClause::sets);
            entry.moves.extend(clause);
        }
        for text in wire.ends.value().into_iter().flat_map(Texts::items) {
            let end = self.clause("ends", text, parse_end, EndClause::sets);
            entry.ends.extend(end);
        }
        self.check_parameters(&declared);
        OwnEntry {
            entry,
            names: self.names(),
            faults: self.faults,
            places: self.places,
        }
    }

    /// Reports parameters that no clause uses, and undeclared parameters in clauses.
    fn check_parameters(&mut self, declared: &[(&str, Span)]) {
        let mut unused = declared.to_vec();
        for (set, place) in &self.sets {
            let SetKind::Parameter(name) = &set.kind else {
                continue;
            };
            unused.retain(|(known, _)| known != name);
            let names = declared.iter().map(|(name, _)| *name);
            if !names.clone().any(|known| known == name) {
                let message = format!("the rule has no parameter `${name}`");
                let help = if declared.is_empty() {
                    format!("declare it: `parameters.{name} = 'any'`")
                } else {
                    did_you_mean(name, names)
                };
                let found = Diagnostic::new(codes::BAD_CLAUSE, set.place.clone(), message);
                self.faults.push(place.locate(found.with_help(help)));
            }
        }
        // An unreadable clause may use it.
        if self.faults.iter().any(Diagnostic::is_error) {
            return;
        }
        for (name, span) in unused {
            let message = format!("no clause has the parameter `${name}`");
            let found = Diagnostic::new(codes::RULE_DOUBT, span, message);
            let help = format!("write `${name}` in a clause, or delete the parameter");
            self.faults.push(found.with_help(help));
        }
    }

    /// The words in the clauses that are not keywords.
    fn names(&self) -> Vec<(String, Span)> {
        let words = self.sets.iter().filter_map(|(set, place)| match &set.kind {
            SetKind::Word(word) if !is_word(word) => {
                Some((word.clone(), place.span_of(set.place.clone().into())))
            }
            _ => None,
        });
        words.collect()
    }

    /// Reads a clause at a key.
    fn clause<T>(
        &mut self,
        key: &'static str,
        field: &Field<String>,
        parse: impl Fn(&str) -> Result<T, ClauseError>,
        sets: impl Fn(&T) -> Vec<&Set>,
    ) -> Option<T> {
        let (place, text) = field.get()?;
        let (clause, place) = self.parsed(place.span, text, parse)?;
        self.places.entry(key).or_default().push(place);
        let names = sets(&clause).into_iter();
        let names =
            names.filter(|set| matches!(set.kind, SetKind::Word(_) | SetKind::Parameter(_)));
        self.sets.extend(names.map(|set| (set.clone(), place)));
        Some(clause)
    }

    fn parsed<T>(
        &mut self,
        span: Span,
        text: &str,
        parse: impl Fn(&str) -> Result<T, ClauseError>,
    ) -> Option<(T, TextPlace)> {
        let place = TextPlace::new(self.text, span, text);
        let error = match parse(text) {
            Ok(parsed) => return Some((parsed, place)),
            Err(error) => error,
        };
        let mut found = Diagnostic::new(codes::BAD_CLAUSE, error.place, error.message);
        found.help = error.help;
        self.faults.push(place.locate(found));
        None
    }
}

/// Reads a table of entries. The errors of an entry are stored with it.
pub(in crate::formats::toml) fn read_entries(
    table: &Spanned<DeValue<'_>>,
    text: &str,
    owner: u32,
) -> Entries {
    let mut entries = Entries::new();
    let DeValue::Table(table) = table.get_ref() else {
        return entries;
    };
    for (key, value) in table {
        let name: &str = key.get_ref();
        let sink = Sink::new(owner, 100);
        let wire = Field::<RuleEntryWire>::deserialize(Reader::new(value, &sink));
        let mut faults = sink.findings.into_inner();
        let at = Span::from(key.span());
        if !is_rule_name(name) {
            let message = "the name of a rule has small letters, digits and hyphens";
            faults.push(Diagnostic::new(codes::BAD_NAME, at, message));
        }
        let reader = EntryReader {
            text,
            faults,
            places: Places::new(),
            sets: Vec::new(),
        };
        let wire = wire.ok().and_then(|wire| match wire {
            Field::Here(_, wire) => Some(wire),
            Field::Absent | Field::Broken => None,
        });
        entries.insert(
            name.to_owned(),
            reader.read(name, &wire.unwrap_or_default()),
        );
    }
    entries
}

/// Reads the entries of a definition and reports names that built-in entries have.
pub(in crate::formats::toml) fn read_own_entries(
    table: &Spanned<DeValue<'_>>,
    text: &str,
    owner: u32,
) -> Entries {
    entries_beside(table, text, owner, |_, _| true)
}

/// Reads the entries of a file of rules and reports names that other built-in entries have. The file can be a copy of
/// the library of Ferz.
pub(in crate::formats::toml) fn read_file_of_entries(
    table: &Spanned<DeValue<'_>>,
    text: &str,
) -> Entries {
    entries_beside(table, text, 0, |own, builtin| own != builtin)
}

/// Reads entries and reports those that collide with built-in ones of the same name.
fn entries_beside(
    table: &Spanned<DeValue<'_>>,
    text: &str,
    owner: u32,
    collide: impl Fn(&RuleEntry, &RuleEntry) -> bool,
) -> Entries {
    let mut entries = read_entries(table, text, owner);
    let DeValue::Table(table) = table.get_ref() else {
        return entries;
    };
    for (key, _) in table {
        let name: &str = key.get_ref();
        if let Some(own) = entries.get_mut(name)
            && let Some(builtin) = rule_library().get(name)
            && collide(&own.entry, builtin)
        {
            own.faults.push(collision(name, key.span().into()));
        }
    }
    entries
}

/// The finding for an entry with the name of a built-in rule.
pub(in crate::formats::toml) fn collision(name: &str, at: Span) -> Diagnostic {
    let message = format!("the library of Ferz already has a rule `{name}`");
    Diagnostic::new(codes::DUPLICATE_KEY, at, message)
        .with_help(format!("give it another name, such as `my-{name}`"))
}

/// Reads the entries of a rule library, or of the table `library` in a definition file.
///
/// # Errors
/// The error of the text as a whole.
pub(in crate::formats) fn read_library(text: &str) -> Result<Entries, Diagnostic> {
    let damage = OnceCell::new();
    let tables = Tables::of(text, &damage);
    if let Some(finding) = tables.blame(text, &IndexMap::new()).into_iter().next() {
        return Err(finding.diagnostic);
    }
    let DeValue::Table(whole) = tables.whole.get_ref() else {
        return Ok(Entries::new());
    };
    let is_variant = |value: &Spanned<DeValue<'_>>| {
        let table = value.get_ref().as_table();
        table.is_some_and(|table| {
            VariantWire::TELLING
                .iter()
                .any(|key| table.contains_key(*key))
        })
    };
    Ok(match whole.get(LIBRARY) {
        Some(own) => read_entries(own, text, 0),
        None if is_variant(&tables.whole) || whole.values().any(is_variant) => Entries::new(),
        None => read_entries(&tables.whole, text, 0),
    })
}

/// Whether the tables of a text are rule entries, as in `rules.toml`, and not variants.
pub(in crate::formats::toml) fn is_library(whole: &DeTable<'_>) -> bool {
    let has = |keys: &[&str]| {
        whole.values().any(|value| {
            let table = value.get_ref().as_table();
            table.is_some_and(|table| keys.iter().any(|key| table.contains_key(*key)))
        })
    };
    has(&RuleEntryWire::TELLING) && !has(&VariantWire::TELLING)
}

/// The key of a table of entries.
pub(in crate::formats::toml) const LIBRARY: &str = "library";

/// The rules of the library by name, in the order of `rules.toml`.
pub fn rule_library() -> &'static IndexMap<String, RuleEntry> {
    static LIBRARY: OnceLock<IndexMap<String, RuleEntry>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let entries = unbounded(|| read_library(text::LIBRARY)).unwrap_or_default();
        let entries = entries.into_iter();
        entries.map(|(name, own)| (name, own.entry)).collect()
    })
}

/// The rule of the library for an option of another program; the option itself if there is none.
pub(in crate::formats) fn rule_of_option(option: &'static str) -> &'static str {
    let mut rules = rule_library().iter();
    let rule = rules.find(|(_, entry)| entry.options.iter().any(|one| one == option));
    rule.map_or(option, |(name, _)| name)
}

// The text of the built-in variants, which is parsed on demand.

/// The text of the built-in variants, split by variant.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Library {
    text: &'static str,
    sections: IndexMap<&'static str, Range<usize>>,
}

impl Library {
    /// The text of the built-in variants.
    pub(in crate::formats) const TEXT: &str = include_str!("../../../variants.toml");

    /// The built-ins of this program.
    pub(in crate::formats) fn builtin() -> &'static Library {
        static LIBRARY: OnceLock<Library> = OnceLock::new();
        LIBRARY.get_or_init(|| unbounded(|| Library::new(Library::TEXT)))
    }

    /// Finds the tables of each variant by their headers, without parsing them.
    ///
    /// The format of this text is known: headers are at the start of a line, the tables of each variant are contiguous,
    /// and no other line begins with a bracket. A test reads the whole text as a file and compares.
    fn new(text: &'static str) -> Self {
        let mut sections: IndexMap<&'static str, Range<usize>> = IndexMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if let Some(header) = line.strip_prefix('[') {
                let name = header.split(['.', ']']).next().unwrap_or_default();
                let name = name.trim_matches(['"', '\'']);
                sections.entry(name).or_insert(start..start);
            }
            start += line.len();
            if let Some((_, range)) = sections.last_mut() {
                range.end = start;
            }
        }
        Library { text, sections }
    }

    /// The names in order.
    pub(in crate::formats) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.sections.keys().copied()
    }

    /// The text of the tables of one variant.
    pub(in crate::formats) fn section(&self, name: &str) -> Option<&'static str> {
        self.sections
            .get(name)
            .map(|range| &self.text[range.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_reads() {
        let library = read_library(text::LIBRARY).expect("valid TOML");
        assert!(!library.is_empty());
        for (name, own) in library {
            assert_eq!(own.faults, [], "{name}");
            assert!(
                !own.entry.title.is_empty() && !own.entry.summary.is_empty(),
                "{name}"
            );
        }
    }
}
