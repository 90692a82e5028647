//! Names of variants and pieces.

/// Replaces characters that are not allowed in names by hyphens, because other formats allow more.
pub(in crate::formats) fn sound_name(name: &str) -> String {
    let mut sound = name.replace(is_bad_in_names, "-");
    let end = (0..=LONGEST_NAME.min(sound.len()))
        .rev()
        .find(|end| sound.is_char_boundary(*end));
    sound.truncate(end.unwrap_or_default());
    if sound.is_empty() {
        sound.push_str("nameless");
    }
    sound
}

/// The longest name in bytes.
const LONGEST_NAME: usize = 100;

fn is_bad_in_names(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '#' | '?')
}

/// The reason why a text cannot be the name of a variant or a piece.
pub(in crate::formats::toml) fn bad_name(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a name cannot be empty".to_owned());
    }
    if name.len() > LONGEST_NAME {
        return Some(format!("a name has at most {LONGEST_NAME} bytes"));
    }
    let bad = name.chars().find(|c| is_bad_in_names(*c))?;
    Some(if bad == ' ' {
        "a name cannot contain a space".to_owned()
    } else {
        format!("a name cannot contain `{}`", bad.escape_debug())
    })
}
