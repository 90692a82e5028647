//! Articles and lists of English words.

use crate::definition::{one_of, spaced};
use crate::geometry::list;

/// A text with a capital first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The name of a kind with its article.
pub(crate) fn with_article(name: &str) -> String {
    one_of(&spaced(name))
}

/// The names with `or` between them; nothing without names.
pub(crate) fn any_of(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    list(names, "or")
}
