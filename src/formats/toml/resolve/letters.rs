//! The letters of pieces: their validity, and those of promoted sides.

use indexmap::IndexMap;

use super::forms::paired_promotion_by_piece;
use super::resolver::Resolver;
use crate::formats::toml::wire::{
    ChoiceWire, OneOrMany, PieceWire, Place, Removable, SettingWire, VariantWire, table,
};
use crate::source::{Diagnostic, codes};

/// The letters of pieces without letters of their own that are the promotion of another piece: `+X` if that piece has
/// `X`. Each piece lends its letter once, to its promoted side or otherwise to the first of its choices without a
/// letter.
pub(in crate::formats::toml) fn letters_of_promoted_sides(
    wire: &VariantWire,
) -> IndexMap<&str, String> {
    let mut sides = IndexMap::new();
    let Some(named) = wire.pieces.value() else {
        return sides;
    };
    let into = paired_promotion_by_piece(wire.rules.value(), "into");
    let into = |name: &str| match into?.0.get(name)?.value.value()? {
        SettingWire::Text(to) => Some(to),
        _ => None,
    };
    let piece_of = |name: &str| match named.0.get(name)?.value.value()? {
        Removable::Table(piece) => Some(piece),
        Removable::False(_) => None,
    };
    for name in named.0.keys() {
        let Some(piece) = piece_of(name) else {
            continue;
        };
        let Some(letter) = piece.letter.value() else {
            continue;
        };
        let turned = piece.promoted.value().and_then(|name| name.get());
        let turned = turned.or_else(|| into(name));
        let becomes: Vec<&String> = match turned {
            Some(turned) => vec![turned],
            None => choices(piece),
        };
        let lacks = |other: &&&String| {
            piece_of(other).is_some_and(|piece| piece.letter.is_absent())
                && !sides.contains_key(other.as_str())
        };
        if let Some(other) = becomes.iter().find(lacks) {
            sides.insert(other.as_str(), format!("+{letter}"));
        }
    }
    sides
}

/// The promotion choices of a piece.
fn choices(piece: &PieceWire) -> Vec<&String> {
    let Some(promotion) = table(&piece.promotion) else {
        return Vec::new();
    };
    let items = promotion.to.value().into_iter().flat_map(OneOrMany::items);
    let names = items.filter_map(|item| match item.value()? {
        ChoiceWire::Text(name) => name.value(),
        ChoiceWire::Table(table) => table.piece.value(),
    });
    names.collect()
}

impl Resolver<'_> {
    /// Reports a letter that is missing, invalid, or used by another piece.
    pub(in crate::formats::toml) fn check_letter(
        &mut self,
        name: &str,
        header: Place,
        piece: &PieceWire,
        letters: &mut IndexMap<String, (Place, String)>,
    ) {
        let Some((place, letter)) = piece.letter.get() else {
            if piece.letter.is_absent() {
                let message = format!("the piece `{name}` has no `letter`");
                let help = "write `letter = 'X'` with a capital that no other piece has";
                self.missing(header, &message, Some(help));
            }
            return;
        };
        if !self.can_be_letter(place, letter) {
            return;
        }
        // Black's letters are in lower case, so letters that differ only in case are the same.
        let key = letter.to_ascii_lowercase();
        match letters.get(&key) {
            Some((first, other)) => {
                let message = format!("the piece `{other}` already has the letter `{letter}`");
                let mut finding = Diagnostic::new(codes::DUPLICATE_LETTER, place.span, message);
                if first.owner == place.owner && place.owner == self.chain[0] {
                    finding = finding.with_label(first.span, "first used here");
                }
                // The new piece is at fault, whatever the order of the pieces.
                let mut at = place;
                if place.owner != self.chain[0] && first.owner == self.chain[0] {
                    at = *first;
                    finding = Diagnostic::new(
                        codes::DUPLICATE_LETTER,
                        at.span,
                        format!("the piece `{name}` already has the letter `{letter}`"),
                    );
                }
                self.report(at, finding);
            }
            None => {
                letters.insert(key, (place, name.to_owned()));
            }
        }
    }

    /// Whether a text is a valid piece letter in a FEN; reports it if not.
    fn can_be_letter(&mut self, place: Place, letter: &str) -> bool {
        let good = letter.len() <= 8
            && letter.starts_with(|c: char| c.is_ascii_uppercase())
            && letter.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !good {
            let shown: String = letter.chars().take(20).collect();
            let message = format!("`{shown}` is not a valid piece letter");
            let finding = Diagnostic::new(codes::BAD_LETTER, place.span, message)
                .with_help("write one to eight letters from A to Z, the first a capital");
            // Lower case is Black's; no other letter can be intended.
            let capital = letter.to_ascii_uppercase();
            let is_small =
                letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_lowercase());
            self.report(
                place,
                if is_small {
                    finding.with_edit(place.span, format!("'{capital}'"))
                } else {
                    finding
                },
            );
        }
        good
    }

    /// The alternative letter that is accepted in a FEN.
    pub(in crate::formats::toml) fn second_letter(&mut self, wire: &PieceWire) -> Option<String> {
        let (place, letter) = wire.second_letter.get()?;
        let letter = letter.get()?.clone();
        self.can_be_letter(place, &letter).then_some(letter)
    }
}
