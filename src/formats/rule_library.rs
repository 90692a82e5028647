//! Rules of a text by name.

use indexmap::IndexMap;

use super::toml::read_library;
use crate::definition::clause::RuleEntry;
use crate::source::{Diagnostic, Span};

/// Reads the rules of a text in the form of `rules.toml`, or of the table `library` of a definition file, by name and
/// with their errors.
///
/// # Errors
/// The error of the text as a whole.
pub fn read_rules(
    text: &str,
) -> Result<IndexMap<String, (RuleEntry, Vec<Diagnostic>)>, Diagnostic> {
    let entries = read_library(text)?.into_iter();
    Ok(entries
        .map(|(name, own)| (name, (own.entry, own.faults)))
        .collect())
}

/// The words in the rules of such a text that are not keywords, each with its rule and its place.
pub fn names_in_rules(text: &str) -> Vec<(String, String, Span)> {
    let entries = read_library(text).unwrap_or_default().into_iter();
    let names = entries.flat_map(|(rule, own)| {
        let names = own.names.into_iter();
        names.map(move |(name, place)| (rule.clone(), name, place))
    });
    names.collect()
}
