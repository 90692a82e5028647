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

/// The items with a separator between them.
pub(crate) fn joined<S: Into<String>>(items: impl IntoIterator<Item = S>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(Into::into).collect();
    items.join(between)
}

/// The names with `or` between them; nothing without names.
pub(crate) fn any_of<S: Into<String>>(names: impl IntoIterator<Item = S>) -> String {
    listed(names, "or")
}

/// The names with `and` between them; nothing without names.
pub(crate) fn all_of<S: Into<String>>(names: impl IntoIterator<Item = S>) -> String {
    listed(names, "and")
}

fn listed<S: Into<String>>(names: impl IntoIterator<Item = S>, last: &str) -> String {
    let names: Vec<String> = names.into_iter().map(Into::into).collect();
    if names.is_empty() {
        return String::new();
    }
    list(&names, last)
}
