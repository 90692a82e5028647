//! Squares and pieces of both sides as settings of rules, in both directions.

use super::custom::RuleValue;
use super::rules::{PieceSet, Verdict};
use super::toml::{squares_text, zone_text};
use super::variant::VariantDef;
use crate::geometry::{BoardShape, SquareSet, Zone};

/// Pieces as a setting that names them, in their order; `None` if there are none.
pub(in crate::definition) fn set_value(set: PieceSet, def: &VariantDef) -> Option<RuleValue> {
    if set == PieceSet::ALL {
        return Some(RuleValue::Text("*".to_owned()));
    }
    let names = set.iter().filter_map(|id| def.piece(id));
    let names: Vec<String> = names.map(|(name, _)| name.to_owned()).collect();
    match names.as_slice() {
        [only] => Some(RuleValue::Text(only.clone())),
        _ => RuleValue::of_names(names),
    }
}

/// The kinds of both sides as a setting: one list where both have the same.
pub(in crate::definition) fn names_value(sides: [PieceSet; 2], def: &VariantDef) -> RuleValue {
    let names = |set: PieceSet| {
        let names = set.iter().filter_map(|id| def.piece(id));
        let names = names.map(|(name, _)| RuleValue::Text(name.to_owned()));
        RuleValue::List(names.collect())
    };
    by_side(sides.map(names))
}

/// What is said of both sides: once where it is the same.
pub(in crate::definition) fn by_side([white, black]: [RuleValue; 2]) -> RuleValue {
    if white == black {
        return white;
    }
    let sides = [("white", white), ("black", black)];
    RuleValue::Table(sides.map(|(side, value)| (side.to_owned(), value)).into())
}

/// The kinds that such a setting names.
pub(in crate::definition) fn names_of(value: &RuleValue, def: &VariantDef) -> [PieceSet; 2] {
    match value {
        RuleValue::Table(sides) => ["white", "black"].map(|side| {
            let names = sides.get(side);
            names.map_or(PieceSet::NONE, |names| names.pieces(def))
        }),
        both => [both.pieces(def); 2],
    }
}

/// Squares of both sides as a setting: one text where Black's are the mirror image of White's.
pub(in crate::definition) fn zone_value(sides: [&SquareSet; 2], shape: &BoardShape) -> RuleValue {
    if let Some(text) = zone_text(sides, shape) {
        return RuleValue::Text(text);
    }
    let names = ["white", "black"].into_iter().zip(sides);
    let texts = names.map(|(name, squares)| {
        let text = RuleValue::Text(squares_text(squares, shape));
        (name.to_owned(), text)
    });
    RuleValue::Table(texts.collect())
}

/// The squares of such a setting.
pub(in crate::definition) fn zone_of(
    zone: &RuleValue,
    shape: &BoardShape,
) -> Option<[SquareSet; 2]> {
    let squares = |value: &RuleValue| squares_of(value, shape);
    if let RuleValue::Table(sides) = zone {
        let side = |key: &str| sides.get(key).map_or(Some(SquareSet::new()), squares);
        return Some([side("white")?, side("black")?]);
    }
    let zone = Zone::mirrored(shape, &squares(zone)?);
    Some(zone.sides().map(SquareSet::clone))
}

/// The squares that one text names, or several one after the other.
pub(in crate::definition) fn squares_of(
    value: &RuleValue,
    shape: &BoardShape,
) -> Option<SquareSet> {
    let texts = match value {
        RuleValue::List(texts) => texts.as_slice(),
        text => std::slice::from_ref(text),
    };
    texts.iter().try_fold(SquareSet::new(), |squares, text| {
        let RuleValue::Text(text) = text else {
            return None;
        };
        Zone::read_onto(squares, text, shape)
            .ok()
            .map(|read| read.0)
    })
}

/// A flag of both sides as a setting.
pub(in crate::definition) fn flags_value(sides: [bool; 2]) -> RuleValue {
    by_side(sides.map(RuleValue::Flag))
}

/// The flags that such a setting says.
pub(in crate::definition) fn flags_of(value: Option<&RuleValue>) -> [bool; 2] {
    ["white", "black"].map(|side| {
        let flag = match value {
            Some(RuleValue::Table(sides)) => sides.get(side),
            both => both,
        };
        flag == Some(&RuleValue::Flag(true))
    })
}

/// A result as a setting.
pub(in crate::definition) fn verdict_value(verdict: Verdict) -> RuleValue {
    RuleValue::Text(verdict.word().to_owned())
}

/// The result that such a setting says.
pub(in crate::definition) fn verdict_of(value: &RuleValue) -> Option<Verdict> {
    value.text().and_then(Verdict::of_word)
}
