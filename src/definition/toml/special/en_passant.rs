//! Who captures en passant, and where: a rule of a file is kept only as far as it excludes something.

use crate::definition::rules::{EnPassantRules, PieceSet};
use crate::geometry::BoardShape;

use super::sides::{NamesWire, Pieces, SideNames, both};
use crate::definition::toml::custom::{RuleTableWire, SettingWire};
use crate::definition::toml::field::{Field, Named, Place};
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::{SidesWire, Texts, ZoneWire};

/// The settings of the rule, if they are of the right kinds. Others are kept for the rule, which says what is
/// wrong with them.
pub(in crate::definition::toml) struct EnPassantWire {
    pieces: Field<NamesWire>,
    zone: Field<ZoneWire>,
}

impl EnPassantWire {
    pub(in crate::definition::toml) fn of(wire: &RuleTableWire) -> Option<EnPassantWire> {
        let RuleTableWire::Table(settings) = wire else {
            return None;
        };
        let (mut pieces, mut zone) = (Field::Absent, Field::Absent);
        for (key, entry) in &settings.0 {
            let (place, value) = entry.value.get()?;
            match key.as_str() {
                "pieces" => pieces = Field::Here(place, names(place, value)?),
                "zone" => zone = Field::Here(place, squares(place, value)?),
                _ => return None,
            }
        }
        Some(EnPassantWire { pieces, zone })
    }
}

fn names(place: Place, value: &SettingWire) -> Option<NamesWire> {
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

/// Squares of both sides, however they are written.
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

impl Resolver<'_, '_> {
    /// What a file says of captures en passant, if it is a rule that can be read.
    pub(in crate::definition::toml) fn en_passant(
        &mut self,
        field: &Field<RuleTableWire>,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> Option<EnPassantRules> {
        let wire = EnPassantWire::of(field.value()?)?;
        let types = self.side_names(&wire.pieces, pieces);
        let region = self.sides(&wire.zone, shape);
        Some(EnPassantRules {
            types: types.unwrap_or([PieceSet::ALL; 2]),
            region: region.unwrap_or_else(|| both(shape)),
        })
    }
}
