//! Settings of a rule as values of some kind, where they are of that kind.

use super::sides::{NameWire, NamesWire, Optional, SideName, SideNames};
use crate::definition::toml::custom::SettingWire;
use crate::definition::toml::field::{Field, Named, Place};
use crate::definition::toml::wire::{SidesWire, Texts, ZoneWire};

/// The name of a piece or `false`, for both sides or for each.
pub(super) fn name(place: Place, value: &SettingWire) -> Option<NameWire> {
    Some(match value {
        SettingWire::Text(name) => NameWire::Text(Field::Here(place, name.clone())),
        SettingWire::False(no) => NameWire::False(*no),
        SettingWire::Table(sides) => {
            let mut names = SideName::default();
            for (side, entry) in &sides.0 {
                let (place, value) = entry.value.get()?;
                let name = name_or_none(value)?;
                match side.as_str() {
                    "white" => names.white = Field::Here(place, name),
                    "black" => names.black = Field::Here(place, name),
                    _ => return None,
                }
            }
            NameWire::Table(names)
        }
        _ => return None,
    })
}

/// A text.
pub(super) fn text(value: &SettingWire) -> Option<String> {
    match value {
        SettingWire::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// `true` or `false`.
pub(super) const fn flag(value: &SettingWire) -> Option<bool> {
    match value {
        SettingWire::True(_) => Some(true),
        SettingWire::False(_) => Some(false),
        _ => None,
    }
}

/// A whole number of things.
pub(super) fn count(value: &SettingWire) -> Option<u16> {
    let SettingWire::Number(number) = value else {
        return None;
    };
    let is_count = number.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(number);
    is_count.then_some(*number as u16)
}

/// A whole number that is not large.
pub(super) fn small(value: &SettingWire) -> Option<u8> {
    count(value).and_then(|count| u8::try_from(count).ok())
}

/// The name of a piece, or `false`.
pub(super) fn name_or_none(value: &SettingWire) -> Option<Optional<String>> {
    match value {
        SettingWire::Text(name) => Some(Optional::Text(name.clone())),
        SettingWire::False(no) => Some(Optional::False(*no)),
        _ => None,
    }
}

/// Names of pieces, for both sides or for each.
pub(super) fn names(place: Place, value: &SettingWire) -> Option<NamesWire> {
    Some(match value {
        SettingWire::Table(sides) => {
            let [white, black] = by_side(sides)?;
            NamesWire::Table(SideNames { white, black })
        }
        value => match texts(place, value)? {
            Texts::Text(one) => NamesWire::Text(one),
            Texts::List(many) => NamesWire::List(many),
        },
    })
}

/// Squares, for both sides or for each.
pub(super) fn squares(place: Place, value: &SettingWire) -> Option<ZoneWire> {
    Some(match value {
        SettingWire::Table(sides) => {
            let [white, black] = by_side(sides)?;
            ZoneWire::Table(SidesWire { white, black })
        }
        value => match texts(place, value)? {
            Texts::Text(one) => ZoneWire::Text(one),
            Texts::List(many) => ZoneWire::List(many),
        },
    })
}

/// One text or several.
pub(super) fn texts(place: Place, value: &SettingWire) -> Option<Texts> {
    match value {
        SettingWire::Text(text) => Some(Texts::Text(Field::Here(place, text.clone()))),
        SettingWire::List(items) => {
            let texts = items.iter().map(|item| match item.get()? {
                (place, SettingWire::Text(text)) => Some(Field::Here(place, text.clone())),
                _ => None,
            });
            texts.collect::<Option<_>>().map(Texts::List)
        }
        _ => None,
    }
}

/// Texts of White and of Black, and nothing else.
fn by_side(sides: &Named<SettingWire>) -> Option<[Field<Texts>; 2]> {
    let (mut white, mut black) = (Field::Absent, Field::Absent);
    for (key, entry) in &sides.0 {
        let (place, value) = entry.value.get()?;
        let texts = Field::Here(place, texts(place, value)?);
        match key.as_str() {
            "white" => white = texts,
            "black" => black = texts,
            _ => return None,
        }
    }
    Some([white, black])
}
