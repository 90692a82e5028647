//! Putting pieces from the hand on the board: what a file says of it, for the pieces that there are.

use crate::definition::ByPiece;
use crate::definition::forms::Forms;
use crate::definition::rules::{DropRules, Enclosing};
use crate::geometry::BoardShape;

use super::sides::{Optional, Pieces, both};
use super::typed::{self, squares, texts};
use super::{flag, number, unless};
use crate::definition::toml::custom::{RuleTableWire, SettingWire};
use crate::definition::toml::field::{Entry, Field, Named, Place};
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::{Texts, ZoneWire};

/// The settings of the rule, if they are of the right kinds. Others are kept for the rule, which says what is
/// wrong with them.
#[derive(Default)]
pub(in crate::definition::toml) struct DropsWire {
    moves: Field<bool>,
    zone: Field<ZoneWire>,
    zones: Named<ZoneWire>,
    promoted: Field<bool>,
    free: Field<bool>,
    no_doubled: Field<Optional<String>>,
    no_doubled_count: Field<u16>,
    opposite_colors: Field<Optional<String>>,
    mandatory: Field<Mandatory>,
    enclosing: Option<Enclosing>,
    enclosing_start: Field<Texts>,
    may_check: Field<bool>,
}

/// Whether drops are mandatory, or the piece of which they are.
enum Mandatory {
    /// While anything is in hand, or never.
    Flag(bool),
    /// While this piece is in hand.
    Piece(String),
}

impl DropsWire {
    pub(in crate::definition::toml) fn of(wire: &RuleTableWire) -> Option<DropsWire> {
        let RuleTableWire::Table(settings) = wire else {
            return None;
        };
        let mut read = DropsWire::default();
        for (key, entry) in &settings.0 {
            let (place, value) = entry.value.get()?;
            match key.as_str() {
                "moves" => read.moves = Field::Here(place, typed::flag(value)?),
                "zone" => read.zone = Field::Here(place, squares(place, value)?),
                "zones" => read.zones = by_piece(value)?,
                "promoted" => read.promoted = Field::Here(place, typed::flag(value)?),
                "free" => read.free = Field::Here(place, typed::flag(value)?),
                "no-doubled" => read.no_doubled = Field::Here(place, typed::name_or_none(value)?),
                "no-doubled-count" => {
                    read.no_doubled_count = Field::Here(place, typed::count(value)?);
                }
                "opposite-colors" => {
                    read.opposite_colors = Field::Here(place, typed::name_or_none(value)?);
                }
                "mandatory" => {
                    let mandatory = match value {
                        SettingWire::Text(name) => Mandatory::Piece(name.clone()),
                        value => Mandatory::Flag(typed::flag(value)?),
                    };
                    read.mandatory = Field::Here(place, mandatory);
                }
                "enclosing" => {
                    read.enclosing = match value {
                        SettingWire::Text(word) => Some(Enclosing::of_word(word)?),
                        SettingWire::False(_) => None,
                        _ => return None,
                    };
                }
                "enclosing-start" => {
                    read.enclosing_start = Field::Here(place, texts(place, value)?);
                }
                "may-check" => read.may_check = Field::Here(place, typed::flag(value)?),
                _ => return None,
            }
        }
        Some(read)
    }
}

fn by_piece(value: &SettingWire) -> Option<Named<ZoneWire>> {
    let SettingWire::Table(settings) = value else {
        return None;
    };
    let mut zones = Named::default();
    for (piece, Entry { name, value }) in &settings.0 {
        let (place, value): (Place, _) = value.get()?;
        let entry = Entry {
            name: *name,
            value: Field::Here(place, squares(place, value)?),
        };
        zones.0.insert(piece.clone(), entry);
    }
    Some(zones)
}

impl Resolver<'_, '_> {
    /// What a file says of drops, if it is a rule that can be read.
    pub(in crate::definition::toml) fn drops(
        &mut self,
        field: &Field<RuleTableWire>,
        pieces: &Pieces,
        forms: &Forms,
        shape: &BoardShape,
    ) -> Option<DropRules> {
        let wire = DropsWire::of(field.value()?)?;
        let zone = self.sides(&wire.zone, shape).unwrap_or_else(|| both(shape));
        let mut zones = ByPiece::repeat(zone, pieces.len());
        for (name, entry) in &wire.zones.0 {
            if let Some(piece) = self.find(entry.name, name, pieces)
                && let Some(zone) = self.sides(&entry.value, shape)
            {
                zones.set(piece, zone);
            }
        }
        let mandatory = match wire.mandatory.get() {
            Some((place, Mandatory::Piece(name))) => self.find(place, name, pieces).map(Some),
            Some((_, Mandatory::Flag(true))) => Some(None),
            Some((_, Mandatory::Flag(false))) | None => None,
        };
        let start = wire.enclosing_start.value();
        Some(DropRules {
            allowed: unless(&wire.moves),
            promoted: flag(&wire.promoted),
            free: flag(&wire.free),
            no_doubled: self
                .maybe(&wire.no_doubled, pieces)
                .map(|kind| (kind, number(&wire.no_doubled_count, 1))),
            opposite_colors: self.maybe(&wire.opposite_colors, pieces),
            mandatory,
            enclosing: wire.enclosing,
            enclosing_start: start
                .and_then(|texts| self.squares(texts.items(), shape))
                .unwrap_or_default(),
            may_check: unless(&wire.may_check),
            ..DropRules::in_zones(zones, pieces, forms)
        })
    }
}
