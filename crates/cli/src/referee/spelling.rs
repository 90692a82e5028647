//! Move texts for engines with the XBoard protocol.

use std::collections::BTreeMap;

use crate::protocol::xboard::moves::{legs, read};
use ferz::game::Position;
use ferz::state::Move;

/// The text of a move with the engine's piece letters.
pub(super) fn to_xboard(position: &Position, mv: &Move, letters: &BTreeMap<char, char>) -> String {
    let text = legs(position, mv).join(",");
    let back: BTreeMap<char, char> = letters.iter().map(|(their, our)| (*our, *their)).collect();
    with_letters(&text, &back)
}

/// The move of a text, or the reason why it is not one.
pub(super) fn from_xboard(
    position: &Position,
    text: &str,
    letters: &BTreeMap<char, char>,
) -> Result<Move, String> {
    let text = with_letters(text, letters);
    read(position, &text).map_err(|finding| finding.message)
}

/// Replaces the letters of pieces: the one before `@`, and the one at the end after a digit.
fn with_letters(text: &str, letters: &BTreeMap<char, char>) -> String {
    let replaced = |char: char| {
        let lower = char.to_ascii_lowercase();
        let other = letters.get(&lower).copied().unwrap_or(lower);
        if char.is_ascii_uppercase() {
            other.to_ascii_uppercase()
        } else {
            other
        }
    };
    let chars: Vec<char> = text.chars().collect();
    let last = chars.len().saturating_sub(1);
    let place = |at: usize| {
        let is_drop = chars.get(at + 1) == Some(&'@');
        let is_promotion = at == last && at > 0 && chars[at - 1].is_ascii_digit();
        if is_drop || is_promotion {
            replaced(chars[at])
        } else {
            chars[at]
        }
    };
    (0..chars.len()).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_pieces_are_replaced() {
        let letters = BTreeMap::from([('a', 'h'), ('e', 'g')]);
        assert_eq!(with_letters("e7e8a", &letters), "e7e8h");
        assert_eq!(with_letters("A@a4", &letters), "H@a4");
        assert_eq!(with_letters("a2a4", &letters), "a2a4");
    }
}
