//! Lint: ambiguous letters and names.

use super::place::Place;
use ferz::formats::Catalog;
use ferz::game::Variant;
use ferz::source::{Diagnostic, codes};

/// Finds letters of several characters that can be read as letters of several pieces, and variants with the
/// name of a built-in.
pub(super) fn clashes(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let def = variant.def();
    let mut known: Vec<(String, String)> = Vec::new();
    for (name, piece) in &def.pieces {
        let black = piece.letter.to_lowercase();
        known.push((black, format!("Black's {name}")));
        known.push((piece.letter.clone(), format!("White's {name}")));
    }
    for (name, piece) in &def.pieces {
        let others: Vec<(&str, &str)> = known
            .iter()
            .filter(|(letter, _)| letter.len() < piece.letter.len())
            .map(|(letter, owner)| (letter.as_str(), owner.as_str()))
            .collect();
        let spelled = |text: &str| parts(text, &others);
        let letter = &piece.letter;
        let Some(parts) = spelled(letter).or_else(|| spelled(&letter.to_lowercase())) else {
            continue;
        };
        let message = format!("`{letter}` is also {}", parts.join(" beside "));
        let at = place.of(&["pieces", name, "letter"]);
        let finding = Diagnostic::new(codes::AMBIGUOUS_LETTERS, at, message)
            .with_help("give the piece letters that two adjacent pieces cannot form");
        found.push(finding);
    }
    if place.is_toml() && Catalog::builtin().names().any(|known| known == def.name) {
        let message = format!("`{}` is also the name of a built-in variant", def.name);
        let finding = Diagnostic::new(codes::SHADOWED_BUILTIN, place.name(), message).with_help(
            "the name alone means the built-in; rename your variant, or write FILE#NAME",
        );
        found.push(finding);
    }
}

/// The pieces whose letters make up a text, if such pieces exist.
fn parts(text: &str, letters: &[(&str, &str)]) -> Option<Vec<String>> {
    // The piece whose letter ends after each number of bytes.
    let mut ends: Vec<Option<(usize, &str)>> = vec![None; text.len() + 1];
    for at in 0..text.len() {
        if at > 0 && ends[at].is_none() {
            continue;
        }
        for (letter, owner) in letters {
            if !letter.is_empty() && text[at..].starts_with(letter) {
                ends[at + letter.len()].get_or_insert((at, owner));
            }
        }
    }
    let mut at = text.len();
    let mut parts = Vec::new();
    while at > 0 {
        let (start, owner) = ends[at]?;
        parts.push(owner.to_owned());
        at = start;
    }
    parts.reverse();
    (!parts.is_empty()).then_some(parts)
}
