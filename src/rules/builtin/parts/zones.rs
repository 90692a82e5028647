//! Squares by side as settings of rules.

use crate::definition::RuleValue;
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::rules::data::RuleError;
use crate::rules::settings::RuleSettings;

/// Reads squares from White's view, mirrored for Black; or a table with the squares of each side.
pub(in crate::rules::builtin) fn zones(
    table: &RuleSettings<'_>,
    key: &str,
) -> Result<Option<[SquareSet; 2]>, RuleError> {
    let sides = table.by_side(key, RuleSettings::zone)?;
    if sides == [None, None] {
        return Ok(None);
    }
    let [white, black] = sides.map(|zone| zone.unwrap_or_else(Zone::nowhere));
    Ok(Some([
        white.of(Perspective::White).clone(),
        black.of(black_sees(table, key)).clone(),
    ]))
}

/// Reads lists of such squares.
pub(in crate::rules::builtin) fn zone_lists(
    table: &RuleSettings<'_>,
    key: &str,
) -> Result<Option<[Vec<SquareSet>; 2]>, RuleError> {
    let sides = table.by_side(key, RuleSettings::zones)?;
    if sides == [None, None] {
        return Ok(None);
    }
    let [white, black] = sides.map(Option::unwrap_or_default);
    let squares = |zones: &[Zone], owner: Perspective| -> Vec<SquareSet> {
        zones.iter().map(|zone| zone.of(owner).clone()).collect()
    };
    Ok(Some([
        squares(&white, Perspective::White),
        squares(&black, black_sees(table, key)),
    ]))
}

/// The perspective of Black's squares: squares by side are not mirrored.
fn black_sees(table: &RuleSettings<'_>, key: &str) -> Perspective {
    if matches!(table.value(key), Some(RuleValue::Table(_))) {
        Perspective::White
    } else {
        Perspective::Black
    }
}

/// Whether a zone has no square for either side.
pub(in crate::rules::builtin) fn is_nowhere(shape: &BoardShape, zone: &Zone) -> bool {
    let is_there = |square: Square| {
        let mut sides = [Perspective::White, Perspective::Black].into_iter();
        sides.any(|side| zone.contains(square, side))
    };
    !shape.squares().any(is_there)
}

/// The squares as written in the definition, in quotes.
pub(in crate::rules::builtin) fn zone_text(table: &RuleSettings<'_>, key: &str) -> Option<String> {
    by_side_in_words(table, key, ", ")
}

/// The lists of squares as written in the definition, each text in quotes.
pub(in crate::rules::builtin) fn zone_lists_text(
    table: &RuleSettings<'_>,
    key: &str,
) -> Option<String> {
    by_side_in_words(table, key, "`; `")
}

fn by_side_in_words(table: &RuleSettings<'_>, key: &str, between: &str) -> Option<String> {
    match table.value(key)? {
        RuleValue::Table(sides) => {
            let mut texts: Vec<String> = Vec::new();
            for (key, side) in [("white", "White"), ("black", "Black")] {
                let text = sides.get(key).and_then(|value| quoted(value, between));
                texts.extend(text.map(|text| format!("{text} for {side}")));
            }
            Some(texts.join(" and "))
        }
        value => quoted(value, between),
    }
}

/// A text in quotes, or the texts of a list with a separator.
fn quoted(value: &RuleValue, between: &str) -> Option<String> {
    let text = |value: &RuleValue| match value {
        RuleValue::Text(text) => Some(text.clone()),
        _ => None,
    };
    let texts: Option<Vec<String>> = match value {
        RuleValue::List(items) => items.iter().map(text).collect(),
        one => text(one).map(|text| vec![text]),
    };
    Some(format!("`{}`", texts?.join(between)))
}
