//! Lint: unknown words in the rules of a file's own library.

use ferz::definition::clause::{WORDS, slip};
use ferz::definition::is_rule_name;
use ferz::formats::{Catalog, names_in_rules};
use ferz::geometry::sorted;
use ferz::source::{Diagnostic, codes, did_you_mean, nearest};

/// Finds words of unused rules that are neither words of clauses nor pieces or named sets of a variant in the
/// file. Used rules are checked when their variant is read.
pub(super) fn unknown_words(catalog: &Catalog, text: &str) -> Vec<Diagnostic> {
    let mut used: Vec<&str> = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for def in catalog.names().filter_map(|name| catalog.get(name)) {
        used.extend(def.rules.library.keys().map(String::as_str));
        known.extend(def.pieces.keys().map(String::as_str));
        let sets = def.rules.builtin.get("sets").into_iter();
        known.extend(sets.flat_map(|sets| sets.keys()).map(String::as_str));
    }
    let (used, known) = (sorted(used), sorted(known));
    let has = |list: &[&str], word: &str| list.binary_search(&word).is_ok();
    let words = || WORDS.iter().flat_map(|(words, _)| words.split([' ', ':']));
    let mut found = Vec::new();
    for (rule, word, place) in names_in_rules(text) {
        if has(&used, &rule) || has(&known, &word) {
            continue;
        }
        let small = word.to_lowercase();
        // A library without variants can be about any pieces.
        let is_name = known.is_empty() && is_rule_name(&word);
        let help = match (slip(&small), nearest(&small, words())) {
            (Some(remedy), _) => remedy.to_owned(),
            (None, Some(word)) => format!("did you mean `{word}`?"),
            (None, None) if is_name => continue,
            (None, None) => did_you_mean(&word, known.iter().copied()),
        };
        let message = if known.is_empty() {
            format!("`{rule}`: `{word}` is not a word of clauses and probably not a piece")
        } else {
            format!(
                "`{rule}`: `{word}` is neither a word of clauses nor a piece of a variant of this file"
            )
        };
        found.push(Diagnostic::new(codes::RULE_DOUBT, place, message).with_help(help));
    }
    found
}
