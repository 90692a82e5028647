//! Value types of rule settings, for editors and for validation.
//!
//! Each built-in rule lists its settings once. The JSON Schema is generated from the lists, and a
//! rule may only read listed settings.

use super::variant::{RuleValue, VariantDef};
use crate::geometry::Zone;

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

pub(crate) use {documentation, keys};

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
            Setting::BySide(value) => value.keys(),
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
