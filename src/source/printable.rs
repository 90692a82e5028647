//! Control characters, and byte-order marks.

use std::borrow::Cow;

/// Whether a character controls the terminal, the text direction or the lines around it instead of being displayed.
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

/// The text with control characters replaced by replacement characters.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_command) {
        Cow::Owned(text.replace(is_command, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text without the byte-order mark that some editors write. Blanks replace the mark, so places do not change.
pub fn without_mark(text: &str) -> Cow<'_, str> {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Cow::Owned(format!("{}{rest}", " ".repeat('\u{feff}'.len_utf8()))),
        None => Cow::Borrowed(text),
    }
}
