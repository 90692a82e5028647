//! Walls, in both directions: `rules.walls`.

use super::builder::Builder;
use super::writer::Writer;
use crate::definition::setting_values::{zone_of, zone_value};
use crate::definition::{RuleTable, RuleValue, VariantDef, Walling};
use crate::formats::fairy_stockfish::section::config::Config;

impl Builder<'_> {
    /// The rule; `None` if no side places walls.
    pub(in crate::formats::fairy_stockfish) fn walls(&self) -> Option<RuleTable> {
        let config = self.config;
        let word = RuleValue::Text(config.walling?.word().to_owned());
        let mut rule = RuleTable::from([("rule".to_owned(), word)]);
        let region = self.regions(&config.walling_region);
        if region.iter().any(|squares| *squares != self.all()) {
            let [white, black] = &region;
            rule.insert("zone".to_owned(), zone_value([white, black], self.shape));
        }
        if config.wall_or_move {
            rule.insert("instead-of-move".to_owned(), RuleValue::Flag(true));
        }
        Some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn walls(&self, def: &VariantDef, config: &mut Config) {
        let Some(rule) = def.rules.builtin.get("walls") else {
            return;
        };
        let word = rule.get("rule").and_then(RuleValue::text);
        config.walling = word.and_then(Walling::of_word);
        if let Some(zone) = rule.get("zone").and_then(|zone| zone_of(zone, self.shape)) {
            config.walling_region = self.regions(&zone);
        }
        config.wall_or_move = rule.get("instead-of-move") == Some(&RuleValue::Flag(true));
    }
}
