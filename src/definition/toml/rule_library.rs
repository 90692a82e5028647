//! Libraries of rules, as TOML.

use indexmap::IndexMap;
use serde::Deserialize;

use crate::definition::clause::{
    ClauseError, RuleEntry, parse, parse_effect, parse_end, parse_set,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryText {
    title: String,
    source: String,
    summary: String,
    #[serde(default)]
    parameters: IndexMap<String, Usual>,
    #[serde(default)]
    forbid: Vec<ClauseText>,
    #[serde(default)]
    effects: Vec<String>,
    #[serde(default)]
    ends: Vec<String>,
}

/// The value of a parameter that is not given, or `false` if it must be given.
#[derive(Deserialize)]
#[serde(untagged)]
enum Usual {
    Set(String),
    #[expect(dead_code, reason = "the only value is `false`")]
    Required(bool),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ClauseText {
    Condition(String),
    Table {
        r#if: String,
        #[serde(default)]
        mates: bool,
    },
}

/// Reads a library of rules.
pub(in crate::definition) fn read_rule_library(
    text: &str,
) -> Result<IndexMap<String, RuleEntry>, String> {
    let entries: IndexMap<String, EntryText> =
        toml::from_str(text).map_err(|error| error.to_string())?;
    let entries = entries.into_iter().map(|(name, entry)| {
        let wrong = |text: &str, error: ClauseError| format!("{name}: {text}: {error}");
        let parameters = entry.parameters.into_iter().map(|(parameter, default)| {
            let set = match default {
                Usual::Set(text) => Some(parse_set(&text).map_err(|error| wrong(&text, error))?),
                Usual::Required(_) => None,
            };
            Ok((parameter, set))
        });
        let forbid = entry.forbid.into_iter().map(|clause| {
            let (text, mates) = match clause {
                ClauseText::Condition(text) => (text, false),
                ClauseText::Table { r#if, mates } => (r#if, mates),
            };
            let condition = parse(&text).map_err(|error| wrong(&text, error))?;
            Ok((condition, mates))
        });
        let effects = entry.effects.iter().map(|text| {
            let effect = parse_effect(text);
            effect.map_err(|error| wrong(text, error))
        });
        let ends = entry.ends.iter().map(|text| {
            let end = parse_end(text);
            end.map_err(|error| wrong(text, error))
        });
        let entry = RuleEntry {
            title: entry.title,
            source: entry.source,
            summary: entry.summary,
            parameters: parameters.collect::<Result<_, String>>()?,
            forbid: forbid.collect::<Result<_, String>>()?,
            effects: effects.collect::<Result<_, String>>()?,
            ends: ends.collect::<Result<_, String>>()?,
        };
        Ok((name, entry))
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_reads() {
        let library =
            read_rule_library(include_str!("../../../rules.toml")).expect("a good library");
        assert!(!library.is_empty());
    }
}
