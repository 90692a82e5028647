//! "Did you mean": the known word nearest to an unknown one. Also control characters in texts.

use std::borrow::Cow;

use strsim::{osa_distance, sorensen_dice};

/// The candidate with the smallest edit distance to `word`, if the distance is at most a third of the word's length or
/// a single edit.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let budget = (word.chars().count() / 3).max(1);
    let word = capped(word);
    let length = word.chars().count();
    candidates
        .into_iter()
        .map(|candidate| (capped(candidate), candidate))
        // Each additional character is an edit.
        .filter(|(start, _)| length.abs_diff(start.chars().count()) <= budget)
        .map(|(start, candidate)| (osa_distance(word, start), candidate))
        .filter(|(cost, _)| *cost <= budget)
        .min_by_key(|(cost, _)| *cost)
        .map(|(_, candidate)| candidate)
}

/// The start of a word: the characters that are compared, which bounds the time for long words.
fn capped(word: &str) -> &str {
    let end = word.char_indices().nth(64);
    end.map_or(word, |(at, _)| &word[..at])
}

/// The maximum number of candidates that a help line lists completely.
const FEW: usize = 16;

/// The number of candidates in a shortened list.
const NEAREST: usize = 6;

/// A help line with the nearest candidate, or a list of the candidates if none is near; a long list is shortened to the
/// most similar ones.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = candidates.into_iter().collect();
    match nearest(word, all.iter().copied()) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None if all.is_empty() => "nothing is allowed here".to_owned(),
        None if all.len() <= FEW => format!("expected one of {}", quoted(&all)),
        None => {
            let word = capped(word).to_lowercase();
            all.sort_by_cached_key(|candidate| {
                // The share of pairs of letters that are in both words.
                let likeness = sorensen_dice(&word, &capped(candidate).to_lowercase());
                1000 - (likeness * 1000.0) as usize
            });
            let n_others = all.len() - NEAREST;
            all.truncate(NEAREST);
            format!("expected one of {} or {n_others} others", quoted(&all))
        }
    }
}

/// The suggestion in a help line of [`did_you_mean`], if it is near to `word`.
pub fn proposed<'a>(help: &'a str, word: &str) -> Option<&'a str> {
    let candidate = help.strip_prefix("did you mean `")?.strip_suffix("`?")?;
    nearest(word, [candidate])
}

/// Quoted words separated by commas, at most two dozen.
pub fn quoted(words: &[&str]) -> String {
    let shown: Vec<String> = words
        .iter()
        .take(24)
        .map(|word| format!("`{word}`"))
        .collect();
    let rest = if words.len() > 24 { ", …" } else { "" };
    format!("{}{rest}", shown.join(", "))
}

// Control characters, and byte-order marks.

/// Whether a character controls the terminal, the text direction or the lines around it instead of being displayed.
///
/// ```
/// # extern crate ferz_syntax as ferz;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        assert_eq!(nearest("moev", ["id", "move", "value"]), Some("move"));
        assert_eq!(nearest("colour", ["id", "move", "value"]), None);
        assert!(did_you_mean("zzz", ["id", "move"]).contains("`id`, `move`"));
        let many = [
            "wallingRule",
            "checking",
            "stalemateValue",
            "castling",
            "doubleStep",
            "nMoveRule",
            "startFen",
            "maxRank",
            "maxFile",
            "pieceDrops",
            "dropChecks",
            "flagRegion",
            "flagPiece",
            "bikjangRule",
            "flagMove",
            "maxCheckPromotions",
            "checkCounting",
        ];
        assert_eq!(
            did_you_mean("wallRegionWhite", many),
            "expected one of `flagRegion`, `wallingRule`, `stalemateValue`, `maxCheckPromotions`, \
             `doubleStep`, `checking` or 11 others"
        );
        let help = did_you_mean("chss", ["chess", "shogi"]);
        assert_eq!(proposed(&help, "chss"), Some("chess"));
        assert_eq!(proposed(&help, "something else"), None);
        assert_eq!(proposed("expected one of `a`", "a"), None);
    }
}
