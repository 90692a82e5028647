//! Names, tables and movements for the rules of the fork.

use crate::definition::{PieceId, RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::rules::builder::Builder;
use crate::formats::fairy_stockfish::section::types::Type;
use crate::geometry::Wrap;
use crate::movement::{Movement, Pattern};

/// The names of the pieces of a definition, with the types whose moves they have.
pub(super) fn names(builder: &Builder<'_>, def: &VariantDef) -> Vec<(String, Type)> {
    let kinds = def.pieces.keys().enumerate();
    kinds
        .filter_map(|(number, name)| Some((name.clone(), builder.type_of(PieceId::new(number))?)))
        .collect()
}

pub(super) fn table<K: Into<String>>(
    entries: impl IntoIterator<Item = (K, RuleValue)>,
) -> RuleTable {
    let entries = entries.into_iter();
    entries.map(|(key, value)| (key.into(), value)).collect()
}

/// The movement on a board with these edges joined.
pub(super) fn rewrapped(movement: &Movement, wrap: Wrap) -> Movement {
    let patterns = movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern {
            walk.legs.iter_mut().for_each(|leg| leg.wrap = wrap);
        }
        pattern
    });
    Movement::from_patterns(patterns)
}
