//! Settings of rules: their value types, and their conversion from and to values.
//!
//! Each built-in rule lists its settings once. The JSON Schema is generated from the lists, and a
//! rule may only read listed settings.

use crate::geometry::{BoardShape, CompactSort, Perspective, SquareSet, Zone};

use super::phrases::{one_text as zone_text, squares as squares_text};
use super::variant::{PieceId, PieceSet, RuleTable, RuleValue, VariantDef};

/// The type of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Setting {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A text.
    Text,
    /// One or several texts.
    Texts,
    /// One of several words, or `false` for none.
    Words(&'static [&'static str]),
    /// The name of a piece, or `false` for none.
    Piece,
    /// Names of pieces: one, several, `*` for all, or `false` for none.
    Pieces,
    /// Squares, relative to each side or by side.
    Zone,
    /// One value for both sides, or a table by side.
    BySide(&'static Setting),
    /// A table of values by piece.
    ByPiece(&'static Setting),
    /// A table of values by names that the rule defines.
    ByName(&'static Setting),
    /// A table of values by reason for the end of a game.
    ByReason(&'static Setting),
    /// A list of values.
    List(&'static Setting),
    /// One of several types.
    Either(&'static [Setting]),
    /// A table of settings by key, each with its documentation, which only the generator of the schema has.
    Table(&'static [(&'static str, Setting, &'static [&'static str])]),
}

/// Lists settings by key, each after its documentation: `"key" => Number`.
macro_rules! keys {
    ($($(#[doc = $about:literal])+ $key:literal => $setting:expr),* $(,)?) => {{
        #[allow(unused_imports, reason = "no table has all of them")]
        use $crate::definition::setting::Setting::*;
        $crate::definition::setting::Setting::Table(&[
            $(($key, $setting, $crate::definition::setting::documentation!($($about),+))),*
        ])
    }};
}

/// The documentation of a key. Other builds do without 60 kB of text that they never read.
#[cfg(feature = "schema")]
macro_rules! documentation {
    ($($about:literal),+) => { &[$($about),+] };
}

/// The documentation of a key. Other builds do without 60 kB of text that they never read.
#[cfg(not(feature = "schema"))]
macro_rules! documentation {
    ($($about:literal),+) => {
        &[]
    };
}

impl Setting {
    /// The types of the value at a key, for a type that may be a table.
    pub(crate) fn inner(self, key: &str) -> Vec<Setting> {
        match self {
            Setting::Table(keys) => {
                let keys = keys.iter().filter(|(name, ..)| *name == key);
                keys.map(|(_, setting, _)| *setting).collect()
            }
            Setting::BySide(value) if ["white", "black"].contains(&key) => vec![*value],
            Setting::Zone if ["white", "black"].contains(&key) => vec![Setting::Texts],
            Setting::BySide(value) => value.inner(key),
            Setting::ByPiece(value) | Setting::ByName(value) | Setting::ByReason(value) => {
                vec![*value]
            }
            Setting::List(value) if key.parse::<usize>().is_ok() => vec![*value],
            Setting::Either(settings) => {
                let settings = settings.iter().copied();
                settings.flat_map(|setting| setting.inner(key)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The keys that it may have, if it may be a table.
    pub(crate) fn keys(self) -> Vec<&'static str> {
        match self {
            Setting::Table(keys) => keys.iter().map(|(key, ..)| *key).collect(),
            Setting::Zone => SIDES.to_vec(),
            Setting::BySide(value) => [SIDES.to_vec(), value.keys()].concat(),
            Setting::Either(settings) => {
                settings.iter().flat_map(|setting| setting.keys()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether it may be a value other than a table.
    pub(crate) fn stands_alone(self) -> bool {
        match self {
            Setting::Table(_) | Setting::ByPiece(_) | Setting::ByName(_) | Setting::ByReason(_) => {
                false
            }
            Setting::Either(settings) => settings.iter().any(|setting| setting.stands_alone()),
            _ => true,
        }
    }

    /// Its keys that accept this value.
    pub(crate) fn keys_for(self, value: &RuleValue, def: &VariantDef) -> Vec<&'static str> {
        match self {
            Setting::Table(keys) => {
                let keys = keys.iter();
                let found = keys.filter(|(_, setting, _)| setting.may_be(value, def));
                found.map(|(key, ..)| *key).collect()
            }
            Setting::Either(settings) => {
                let settings = settings.iter();
                settings
                    .flat_map(|setting| setting.keys_for(value, def))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether it accepts this value, which is no table.
    fn may_be(self, value: &RuleValue, def: &VariantDef) -> bool {
        match (self, value) {
            (Setting::Either(settings), value) => {
                let mut settings = settings.iter();
                settings.any(|setting| setting.may_be(value, def))
            }
            (Setting::BySide(setting), value) => setting.may_be(value, def),
            (Setting::List(setting), RuleValue::List(items)) => {
                items.iter().all(|item| setting.may_be(item, def))
            }
            (Setting::Texts | Setting::Pieces | Setting::Zone, RuleValue::List(items)) => {
                items.iter().all(|item| self.may_be(item, def))
            }
            (Setting::Words(words), RuleValue::Text(text)) => words.contains(&text.as_str()),
            (Setting::Piece, RuleValue::Text(text)) => def.pieces.contains_key(text),
            (Setting::Pieces, RuleValue::Text(text)) => {
                text == "*" || def.pieces.contains_key(text)
            }
            (Setting::Zone, RuleValue::Text(text)) => Zone::parse_squares(text, &def.shape).is_ok(),
            (Setting::Flag, RuleValue::Flag(_))
            | (Setting::Number, RuleValue::Number(_))
            | (Setting::Text | Setting::Texts, RuleValue::Text(_)) => true,
            _ => false,
        }
    }

    /// Whether it accepts exactly these words.
    pub(crate) fn has_words(self, words: &[&str]) -> bool {
        match self {
            Setting::Words(own) => {
                own.len() == words.len() && words.iter().all(|word| own.contains(word))
            }
            Setting::BySide(value) => value.has_words(words),
            Setting::Either(settings) => settings.iter().any(|setting| setting.has_words(words)),
            _ => false,
        }
    }
}

// Conversion from and to values. The readers return `None` for an invalid value, which the rule then reports.

/// The keys of a table by side.
const SIDES: [&str; 2] = ["white", "black"];

impl RuleValue {
    /// The pieces of a definition that the setting names.
    pub(crate) fn pieces(&self, def: &VariantDef) -> PieceSet {
        let names = match self {
            RuleValue::List(names) => names.as_slice(),
            name => std::slice::from_ref(name),
        };
        let ids = names.iter().filter_map(|name| match name {
            RuleValue::Text(name) => def.pieces.get_index_of(name).map(PieceId::new),
            _ => None,
        });
        match names {
            [RuleValue::Text(all)] if all == "*" => PieceSet::ALL,
            _ => ids.collect(),
        }
    }

    /// The setting in normal form: a list of one value becomes the value, and equal zones get the same text.
    pub(super) fn in_short(&self, shape: &BoardShape) -> RuleValue {
        match self {
            RuleValue::List(items) => match items.as_slice() {
                [only] => only.in_short(shape),
                items => RuleValue::List(items.iter().map(|item| item.in_short(shape)).collect()),
            },
            RuleValue::Table(table) => {
                let entries = table.iter();
                let entries = entries.map(|(key, value)| {
                    let mut short = value.in_short(shape);
                    // The order of pieces that count does not matter.
                    if let ("pieces", RuleValue::List(names)) = (key.as_str(), &mut short) {
                        names.sort_compactly_by(|one, other| one.text().cmp(&other.text()));
                    }
                    (key.clone(), short)
                });
                RuleValue::Table(entries.collect())
            }
            RuleValue::Text(text) => match Zone::parse(text, shape) {
                Ok(zone) => zone_value(zone.sides(), shape),
                Err(_) => self.clone(),
            },
            RuleValue::Flag(_) | RuleValue::Number(_) => self.clone(),
        }
    }
}

/// A set of pieces as a setting, in order; `None` if it is empty.
pub(crate) fn set_value(set: PieceSet, def: &VariantDef) -> Option<RuleValue> {
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

/// The piece kinds of both sides as a setting: one list if they are the same.
pub(crate) fn names_value(sides: [PieceSet; 2], def: &VariantDef) -> RuleValue {
    let names = |set: PieceSet| {
        let names = set.iter().filter_map(|id| def.piece(id));
        let names = names.map(|(name, _)| RuleValue::Text(name.to_owned()));
        RuleValue::List(names.collect())
    };
    by_side(sides.map(names))
}

/// A value of both sides as a setting: written once if they are the same.
pub(crate) fn by_side([white, black]: [RuleValue; 2]) -> RuleValue {
    if white == black {
        return white;
    }
    let sides = SIDES.into_iter().zip([white, black]);
    RuleValue::Table(
        sides
            .map(|(side, value)| (side.to_owned(), value))
            .collect(),
    )
}

/// The settings of a rule, without those that are `None`.
pub(crate) fn settings_of<const N: usize>(values: [(&str, Option<RuleValue>); N]) -> RuleTable {
    let given = values.into_iter();
    let given = given.filter_map(|(key, value)| Some((key.to_owned(), value?)));
    given.collect()
}

/// A flag as a setting; `None` if it has its default.
pub(crate) fn flag_value(flag: bool, usual: bool) -> Option<RuleValue> {
    (flag != usual).then_some(RuleValue::Flag(flag))
}

/// A count as a setting; `None` if it has its default.
pub(crate) fn count_value(count: u16, usual: u16) -> Option<RuleValue> {
    (count != usual).then(|| RuleValue::Number(count.into()))
}

/// A text as a setting.
pub(crate) fn text_value(text: &str) -> RuleValue {
    RuleValue::Text(text.to_owned())
}

/// A piece as a setting.
pub(crate) fn piece_value(piece: PieceId, def: &VariantDef) -> Option<RuleValue> {
    let (name, _) = def.piece(piece)?;
    Some(text_value(name))
}

/// The words with a flag as a list of texts.
pub(crate) fn words_value<const N: usize>(words: &[&str; N], flags: [bool; N]) -> Vec<RuleValue> {
    let words = words.iter().zip(flags).filter(|(_, is_one)| *is_one);
    words.map(|(word, _)| text_value(word)).collect()
}

/// Reads each setting of a rule with its key; returns whether all of them are valid.
pub(crate) fn read_each(
    settings: &RuleTable,
    mut read: impl FnMut(&str, &RuleValue) -> Option<()>,
) -> bool {
    let mut is_understood = true;
    for (key, value) in settings {
        is_understood &= read(key, value).is_some();
    }
    is_understood
}

/// Reads a value for both sides, or a table by side; a side missing in the table has the default.
pub(crate) fn sides_of<T: Clone>(
    value: &RuleValue,
    usual: &T,
    read: impl Fn(&RuleValue) -> Option<T>,
) -> Option<[T; 2]> {
    let RuleValue::Table(sides) = value else {
        let both = read(value)?;
        return Some([both.clone(), both]);
    };
    let are_sides = sides.keys().all(|side| SIDES.contains(&side.as_str()));
    are_sides.then_some(())?;
    let of = |side: &str| sides.get(side).map_or_else(|| Some(usual.clone()), &read);
    let [white, black] = SIDES.map(of);
    Some([white?, black?])
}

/// Reads a table of values by piece name.
pub(crate) fn by_piece<'v>(
    value: &'v RuleValue,
    def: &VariantDef,
) -> Option<Vec<(PieceId, &'v RuleValue)>> {
    let RuleValue::Table(table) = value else {
        return None;
    };
    let entries = table.iter();
    let entries = entries.map(|(name, value)| Some((def.piece_id(name)?, value)));
    entries.collect()
}

/// Reads the name of a piece.
pub(crate) fn piece_of(value: &RuleValue, def: &VariantDef) -> Option<PieceId> {
    value.text().and_then(|name| def.piece_id(name))
}

/// Reads the name of a piece, or `false` for none.
#[expect(
    clippy::option_option,
    reason = "that a value names no piece is something else than that it cannot be read"
)]
pub(crate) fn piece_or_none(value: &RuleValue, def: &VariantDef) -> Option<Option<PieceId>> {
    match value {
        RuleValue::Flag(false) => Some(None),
        value => piece_of(value, def).map(Some),
    }
}

/// Reads pieces: one, several, `*` for all, or `false` for none.
pub(crate) fn pieces_of(value: &RuleValue, def: &VariantDef) -> Option<PieceSet> {
    if *value == RuleValue::Flag(false) {
        return Some(PieceSet::NONE);
    }
    let names = texts_of(value)?;
    let single = names.iter().filter(|name| **name != "*");
    let single: Option<PieceSet> = single.map(|name| def.piece_id(name)).collect();
    single.map(|set| {
        if names.contains(&"*") {
            PieceSet::ALL
        } else {
            set
        }
    })
}

/// Reads the pieces of each side.
pub(crate) fn names_of(value: &RuleValue, def: &VariantDef) -> Option<[PieceSet; 2]> {
    sides_of(value, &PieceSet::NONE, |names| pieces_of(names, def))
}

/// Reads one text, or several.
fn texts_of(value: &RuleValue) -> Option<Vec<&str>> {
    let texts = match value {
        RuleValue::List(texts) => texts.as_slice(),
        text => std::slice::from_ref(text),
    };
    texts.iter().map(RuleValue::text).collect()
}

/// Reads one or several of the given words, or `false` for none; returns which are present.
pub(crate) fn words_of<const N: usize>(value: &RuleValue, words: &[&str; N]) -> Option<[bool; N]> {
    if *value == RuleValue::Flag(false) {
        return Some([false; N]);
    }
    let said = texts_of(value)?;
    let are_known = said.iter().all(|word| words.contains(word));
    are_known.then(|| words.map(|word| said.contains(&word)))
}

/// Reads `true` or `false`.
pub(crate) const fn flag_of(value: &RuleValue) -> Option<bool> {
    match value {
        RuleValue::Flag(flag) => Some(*flag),
        _ => None,
    }
}

/// Reads a whole number.
pub(crate) fn count_of(value: &RuleValue) -> Option<u16> {
    let RuleValue::Number(number) = value else {
        return None;
    };
    let is_count = number.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(number);
    is_count.then_some(*number as u16)
}

/// Squares of both sides as a setting: one text if Black's squares mirror White's.
pub(crate) fn zone_value(sides: [&SquareSet; 2], shape: &BoardShape) -> RuleValue {
    if let Some(text) = zone_text(sides, shape) {
        return RuleValue::Text(text);
    }
    let names = SIDES.into_iter().zip(sides);
    let texts = names.map(|(name, squares)| {
        let text = RuleValue::Text(squares_text(squares, shape));
        (name.to_owned(), text)
    });
    RuleValue::Table(texts.collect())
}

/// Reads the squares of both sides; holes belong to neither.
pub(crate) fn zone_of(zone: &RuleValue, shape: &BoardShape) -> Option<[SquareSet; 2]> {
    if let RuleValue::Table(_) = zone {
        return sides_of(zone, &SquareSet::new(), |squares| {
            Some(squares_of(squares, shape)?.difference(shape.holes()))
        });
    }
    let zone = zone_of_texts(zone, shape)?.on(shape);
    Some(zone.sides().map(SquareSet::clone))
}

/// Reads squares from one or several texts.
pub(crate) fn squares_of(value: &RuleValue, shape: &BoardShape) -> Option<SquareSet> {
    let zone = zone_of_texts(value, shape)?;
    Some(zone.of(Perspective::White).clone())
}

/// Reads a zone from one or several texts; it may contain holes of the board.
fn zone_of_texts(value: &RuleValue, shape: &BoardShape) -> Option<Zone> {
    let mut texts = texts_of(value)?.into_iter();
    texts.try_fold(Zone::nowhere(), |zone, text| {
        let (zone, _) = Zone::read_onto(zone, text, shape).ok()?;
        Some(zone)
    })
}

/// A flag of both sides as a setting.
pub(crate) fn flags_value(sides: [bool; 2]) -> RuleValue {
    by_side(sides.map(RuleValue::Flag))
}

/// Reads a flag for each side.
pub(crate) fn flags_of(value: Option<&RuleValue>) -> [bool; 2] {
    SIDES.map(|side| {
        let flag = match value {
            Some(RuleValue::Table(sides)) => sides.get(side),
            both => both,
        };
        flag == Some(&RuleValue::Flag(true))
    })
}

pub(crate) use {documentation, keys};
