//! Passes, in both directions: `rules.passing`.

use super::builder::Builder;
use super::writer::Writer;
use crate::definition::setting_values::{flags_of, flags_value};
use crate::definition::{RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::section::config::Config;

impl Builder<'_> {
    /// The rule; `None` if no side may pass.
    pub(in crate::formats::fairy_stockfish) fn passing(&self) -> Option<RuleTable> {
        let config = self.config;
        let mut rule = RuleTable::new();
        for (key, sides) in [
            ("always", config.pass),
            ("stalemate", config.pass_stalemate),
        ] {
            if sides.contains(&true) {
                rule.insert(key.to_owned(), flags_value(sides));
            }
        }
        let is_idle = rule.is_empty();
        if config.wall_or_move {
            rule.insert("twice-ends".to_owned(), RuleValue::Flag(false));
        }
        (!is_idle).then_some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn passing(def: &VariantDef, config: &mut Config) {
        let rule = def.rules.builtin.get("passing");
        let flags = |key: &str| flags_of(rule.and_then(|rule| rule.get(key)));
        config.pass = flags("always");
        config.pass_stalemate = flags("stalemate");
    }
}
