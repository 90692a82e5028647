//! Options: the choices after `NAME?`.

use indexmap::IndexMap;

use super::wire::{Entry, PatchWire, Removable, VariantWire};
use super::write::table_of;
use crate::definition::Change;
use crate::movement::Dialect;

/// Chosen values by option name.
pub(in crate::formats) type Chosen = IndexMap<String, String>;

/// Applies the chosen value of each option to the variant, by default the first value.
pub(super) fn choose(mut wire: VariantWire, chosen: &Chosen) -> VariantWire {
    let Some(settings) = wire.settings.value() else {
        return wire;
    };
    let (chosen, usual): (Vec<_>, Vec<_>) = settings
        .0
        .iter()
        .filter_map(|(option, entry)| {
            let values = match entry.value.value()? {
                Removable::Table(values) => &values.0,
                Removable::False(_) => return None,
            };
            let wanted = chosen.get(option).and_then(|value| values.get(value));
            let entry = wanted.or_else(|| values.values().next())?;
            Some((wanted.is_some(), entry.value.value().cloned()?))
        })
        .partition(|(is_chosen, _): &(bool, PatchWire)| *is_chosen);
    // A chosen value prevails over a default, whichever option is defined first.
    for (_, patch) in usual.into_iter().chain(chosen) {
        wire = patch.apply(wire);
    }
    wire
}

/// The options with the changes of their values, with the chosen value of each first.
pub(super) fn options(
    wire: &VariantWire,
    chosen: &Chosen,
    dialects: &[(u32, Dialect)],
) -> IndexMap<String, IndexMap<String, Change>> {
    let mut options = IndexMap::new();
    for (option, entry) in wire.settings.value().into_iter().flat_map(|named| &named.0) {
        let Some(Removable::Table(values)) = entry.value.value() else {
            continue;
        };
        let change = |entry: &Entry<PatchWire>| {
            let mut patch = entry.value.value().cloned().unwrap_or_default();
            patch.name_dialects(dialects);
            Change(table_of(&patch))
        };
        let values = values.0.iter();
        let mut values: IndexMap<String, Change> = values
            .map(|(value, entry)| (value.clone(), change(entry)))
            .collect();
        if let Some(place) = chosen
            .get(option)
            .and_then(|value| values.get_index_of(value))
        {
            values.move_index(place, 0);
        }
        options.insert(option.clone(), values);
    }
    options
}
