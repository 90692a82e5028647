//! Parts of a text, and their concatenation.

/// A spelling, and the patterns that it covers.
pub(super) struct Part {
    pub(super) text: String,
    pub(super) covers: Vec<usize>,
}

/// The penalty, in letters, for notation on which programs disagree: a number on a chain.
pub(super) fn ambiguity(text: &str) -> usize {
    let is_chain = text.contains('a') && !text.contains('[');
    if is_chain && text.ends_with(|last: char| last.is_ascii_digit()) {
        3
    } else {
        0
    }
}

/// Concatenates the parts. An atom before the same atom gets a number, so that the two do not read as a rider.
pub(super) fn side_by_side(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        let doubles = text.ends_with(|last: char| {
            last.is_ascii_uppercase() && !"KQRBOUIXY".contains(last) && part.text.starts_with(last)
        });
        if doubles {
            text.push('1');
        }
        text.push_str(&part.text);
    }
    text
}
