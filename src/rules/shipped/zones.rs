//! Squares that a rule names, for each side.

use crate::definition::RuleValue;
use crate::geometry::{Perspective, SquareSet, Zone};
use crate::rules::{RuleError, RuleSettings};

/// Squares as White sees them, mirrored for Black; or a table with those of each side.
pub(super) fn zones(
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

/// Lists of such squares.
pub(super) fn zone_lists(
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

/// As whom Black reads its squares: what is said of a side is said in squares, not in what that side
/// sees.
fn black_sees(table: &RuleSettings<'_>, key: &str) -> Perspective {
    if matches!(table.value(key), Some(RuleValue::Table(_))) {
        Perspective::White
    } else {
        Perspective::Black
    }
}

/// What the definition says of squares, each text in quotes.
pub(super) fn zone_text(table: &RuleSettings<'_>, key: &str) -> Option<String> {
    match table.value(key)? {
        RuleValue::Table(sides) => {
            let mut texts: Vec<String> = Vec::new();
            for (key, side) in [("white", "White"), ("black", "Black")] {
                let text = sides.get(key).and_then(listed);
                texts.extend(text.map(|text| format!("{text} for {side}")));
            }
            Some(texts.join(" and "))
        }
        value => listed(value),
    }
}

/// A text in quotes, or the texts of a list one after the other.
fn listed(value: &RuleValue) -> Option<String> {
    match value {
        RuleValue::Text(text) => Some(format!("`{text}`")),
        RuleValue::List(items) => {
            let texts: Option<Vec<String>> = items.iter().map(listed).collect();
            texts.map(|texts| texts.join("; "))
        }
        _ => None,
    }
}
