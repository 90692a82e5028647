//! The tables of the rules that few variants have, and what they mean, one group of rules a file.

mod captures;
mod castling;
mod drops;
mod en_passant;
mod first_leaps;
mod forms;
mod letters;
mod sides;
mod typed;

use crate::definition::ByPiece;
use crate::definition::rules::{DropRules, Forms, RulesDef};
use crate::geometry::BoardShape;

use super::field::{Field, Place};
use super::removed::is_rule;
use super::resolve::Resolver;
use super::wire::{Removable, RulesWire};

pub(super) use castling::CastlingWire;
pub(super) use drops::DropsWire;
pub(super) use en_passant::EnPassantWire;
pub(super) use forms::{PawnsWire, TurningWire, promoted_name, returning_name, usual_pawn};
pub(super) use letters::letters_of_promoted_sides;
pub(super) use sides::{Optional, Pieces, both};

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
        forms: &Forms,
        shape: &BoardShape,
        rules: &mut RulesDef,
    ) {
        let nothing = RulesWire::default();
        let wire = wire.unwrap_or(&nothing);
        let turning = self.turning(table(&wire.turning), pieces, forms, shape);
        rules.promotion = turning.in_one_form(is_rule(&wire.in_place_promotion));
        rules.drops = table(&wire.drops).map(|drops| self.drops(drops, pieces, forms, shape));
        if is_rule(&wire.gating) {
            let everywhere = || ByPiece::repeat(both(shape), pieces.len());
            let drops = &mut rules.drops;
            drops.get_or_insert_with(|| DropRules::anywhere(everywhere(), pieces, forms));
        }
    }
}
