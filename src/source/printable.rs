//! Characters that are not shown but change how others are, and marks before a text.

use std::borrow::Cow;

/// Whether a character commands a terminal, or changes the direction or the lines of what stands
/// around it, instead of being shown.
///
/// ```
/// use ferz::source::is_command;
///
/// assert!("\u{1b}\u{7}\u{9b}\u{202e}".chars().all(is_command));
/// assert!(!"a é 象\n\t".chars().any(is_command));
/// ```
pub fn is_command(char: char) -> bool {
    match char {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        _ => char.is_control(),
    }
}

/// A text in which nothing commands a terminal: replacement characters stand for what would.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_command) {
        Cow::Owned(text.replace(is_command, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// A text without the byte-order mark that some editors write before it. Blanks stand for the mark,
/// so every place is where it was.
pub fn without_mark(text: &str) -> Cow<'_, str> {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Cow::Owned(format!("{}{rest}", " ".repeat('\u{feff}'.len_utf8()))),
        None => Cow::Borrowed(text),
    }
}
