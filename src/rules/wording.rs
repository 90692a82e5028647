//! Articles and lists of English words.

/// A text with a capital first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The name of a kind with its article.
pub(crate) fn with_article(name: &str) -> String {
    format!("{} {}", indefinite_article(name), name.replace('-', " "))
}

/// The indefinite article of a noun phrase.
pub(crate) fn indefinite_article(noun: &str) -> &'static str {
    let begins_with_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    if begins_with_vowel { "an" } else { "a" }
}

/// The names with `or` between them.
pub(crate) fn any_of(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
