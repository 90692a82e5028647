//! Parts of a text, and how they stand side by side.

/// A spelling, and the patterns that it stands for.
pub(super) struct Part {
    pub(super) text: String,
    pub(super) covers: Vec<usize>,
}

/// What programs disagree on counts as a few letters: numbers on chains.
pub(super) fn ambiguity(text: &str) -> usize {
    let is_chain = text.contains('a') && !text.contains('[');
    if is_chain && text.ends_with(|last: char| last.is_ascii_digit()) {
        3
    } else {
        0
    }
}

/// The parts one behind the other. An atom before the same atom gets a number, so that the two are
/// not read as a rider.
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
