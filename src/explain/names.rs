//! What the field calls a movement.

use std::sync::OnceLock;

use crate::movement::Movement;

use super::strand::Anatomy;

/// Usual names and a spelling of the movement that they stand for. The spelling does not matter for
/// the lookup.
const TABLE: &[(&str, &str)] = &[("Griffon", "FyafsF")];

/// The usual names of the piece, the most usual first. A king is known with and without castling.
pub fn names(movement: &Movement) -> Vec<&'static str> {
    static ANATOMIES: OnceLock<Vec<(&str, Anatomy)>> = OnceLock::new();
    let table = ANATOMIES.get_or_init(|| {
        TABLE
            .iter()
            .filter_map(|(name, betza)| Some((*name, Anatomy::of(&Movement::new(betza).ok()?))))
            .collect()
    });
    let wanted = Anatomy::of(movement);
    let settled = wanted.settled();
    let of = |wanted: &Anatomy| -> Vec<&'static str> {
        let found = table.iter().filter(|(_, anatomy)| anatomy.plays_like(wanted));
        found.map(|(name, _)| *name).collect()
    };
    if wanted.is_empty() {
        return Vec::new();
    }
    let exact = of(&wanted);
    if exact.is_empty() && !settled.is_empty() {
        of(&settled)
    } else {
        exact
    }
}
