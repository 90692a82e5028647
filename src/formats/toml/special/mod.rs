//! The tables of less common rules and their meaning, one file for each group of rules.

mod captures;
mod forms;
mod letters;
mod sides;

use super::field::{Field, Place};
use super::wire::Removable;

pub(super) use forms::{PawnsWire, promoted_name, returning_name, usual_pawn};
pub(super) use letters::letters_of_promoted_sides;
pub(super) use sides::{Optional, Pieces};

/// The table, if it is present and not removed.
pub(super) fn table<T>(field: &Field<Removable<T>>) -> Option<&T> {
    placed(field).map(|(_, table)| table)
}

/// The table with its place, if it is present and not removed.
fn placed<T>(field: &Field<Removable<T>>) -> Option<(Place, &T)> {
    match field.get()? {
        (place, Removable::Table(table)) => Some((place, table)),
        (_, Removable::False(_)) => None,
    }
}

pub(super) fn flag(field: &Field<bool>) -> bool {
    field.value().copied().unwrap_or(false)
}

/// A flag that is set by default.
pub(super) fn unless(field: &Field<bool>) -> bool {
    field.value().copied().unwrap_or(true)
}
