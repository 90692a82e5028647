//! The tables of the rules that few variants have, and what they mean, one group of rules a file.

mod captures;
mod castling;
mod drops;
mod en_passant;
mod forms;
mod letters;
mod moving;
mod sides;

use crate::definition::rules::{GatingRules, RulesDef};
use crate::geometry::BoardShape;

use super::field::{Field, Place};
use super::resolve::Resolver;
use super::wire::{Removable, RulesWire};
use sides::Pieces;

pub(super) use castling::CastlingWire;
pub(super) use drops::DropsWire;
pub(super) use en_passant::EnPassantWire;
pub(super) use forms::{PawnsWire, promoted_name, returning_name, usual_pawn};
pub(super) use letters::letters_of_promoted_sides;
pub(super) use moving::FirstLeapsWire;
pub(super) use sides::Optional;

/// The table, if it is there and was not taken away.
pub(super) fn table<T>(field: &Field<Removable<T>>) -> Option<&T> {
    placed(field).map(|(_, table)| table)
}

/// The table with its place, if it is there and was not taken away.
fn placed<T>(field: &Field<Removable<T>>) -> Option<(Place, &T)> {
    match field.get()? {
        (place, Removable::Table(table)) => Some((place, table)),
        (_, Removable::False(_)) => None,
    }
}

pub(super) fn flag(field: &Field<bool>) -> bool {
    field.value().copied().unwrap_or(false)
}

/// A flag that is set if nothing is said.
pub(super) fn unless(field: &Field<bool>) -> bool {
    field.value().copied().unwrap_or(true)
}

pub(super) fn number(field: &Field<u16>, default: u16) -> u16 {
    field.value().copied().unwrap_or(default)
}

impl Resolver<'_, '_> {
    /// Reads the rules that few variants have.
    pub(super) fn special(
        &mut self,
        wire: Option<&RulesWire>,
        pieces: &Pieces,
        shape: &BoardShape,
        rules: &mut RulesDef,
    ) {
        let nothing = RulesWire::default();
        let wire = wire.unwrap_or(&nothing);
        let leaps = table(&wire.first_leaps).map(|leaps| self.first_leaps(leaps, pieces));
        rules.gating = (flag(&wire.gating) || leaps.is_some()).then(|| GatingRules {
            from_hand: flag(&wire.gating),
            leaps,
        });
        rules.castling = placed(&wire.castling)
            .map(|(place, castling)| self.castling(place, castling, pieces, shape));
    }
}
