//! Leaps of pieces that have not moved: what is kept of a rule of a file.

use crate::definition::custom::RuleTable;

use super::sides::Pieces;
use crate::definition::toml::custom::{Names, RuleTableWire, SettingWire};
use crate::definition::toml::field::Place;
use crate::definition::toml::resolve::Resolver;

/// The keys that name a piece each, in the order in which they are written.
const KEYS: [&str; 3] = ["king", "counsellor", "rook"];

impl Resolver<'_, '_> {
    /// The rule as it is kept: in order, without what takes an inherited piece away, and without names of no piece,
    /// which are told at their place. What is of another kind is kept for the rule, which says what is wrong with
    /// it.
    pub(in crate::definition::toml) fn first_leaps(
        &mut self,
        place: Place,
        wire: &RuleTableWire,
        pieces: &Pieces,
    ) -> RuleTable {
        let mut wire = wire.clone();
        if let RuleTableWire::Table(settings) = &mut wire {
            settings.0.retain(|key, entry| match entry.value.get() {
                Some((_, SettingWire::False(_))) => !KEYS.contains(&key.as_str()),
                Some((place, SettingWire::Text(name))) if KEYS.contains(&key.as_str()) => {
                    self.find(place, name, pieces).is_some()
                }
                _ => true,
            });
            let place_of = |key: &String| KEYS.iter().position(|known| known == key);
            settings.0.sort_by_cached_key(|key, _| place_of(key));
        }
        self.rule_table(place, &wire, Names::Replaced)
    }
}
