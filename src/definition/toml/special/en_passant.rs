//! Who captures en passant, and where: a rule of a file is kept only as far as it excludes something.

use crate::definition::rules::{EnPassantRules, PieceSet};
use crate::geometry::BoardShape;

use super::sides::{NamesWire, Pieces, both};
use super::typed::{names, squares};
use crate::definition::toml::custom::RuleTableWire;
use crate::definition::toml::field::Field;
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::ZoneWire;

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
