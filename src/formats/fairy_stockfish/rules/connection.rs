//! Wins by connecting pieces, in both directions: `rules.connection`.

use super::builder::Builder;
use super::writer::Writer;
use crate::definition::rules::{verdict_of, verdict_value};
use crate::definition::setting_values::{zone_of, zone_value};
use crate::definition::{PieceSet, RuleTable, RuleValue, VariantDef, Verdict};
use crate::formats::fairy_stockfish::section::config::Config;

impl Builder<'_> {
    /// The rule; `None` if no connection wins.
    pub(in crate::formats::fairy_stockfish) fn connection(
        &self,
        def: &VariantDef,
    ) -> Option<RuleTable> {
        let config = self.config;
        let mut rule = RuleTable::new();
        let kinds = self.set(config.connect_types);
        if kinds != PieceSet::ALL {
            let names = kinds.iter().filter_map(|id| def.piece(id));
            let names = names.map(|(name, _)| RuleValue::Text(name.to_owned()));
            rule.insert("pieces".to_owned(), RuleValue::List(names.collect()));
        }
        let n_said = rule.len();
        for (key, number) in [
            ("row", config.connect_n),
            ("block", config.connect_block),
            ("line", config.collinear),
        ] {
            if number > 0 {
                rule.insert(key.to_owned(), RuleValue::Number(number.into()));
            }
        }
        for (key, zone) in [("from", &config.connect_from), ("to", &config.connect_to)] {
            let [white, black] = [0, 1].map(|side| self.region(&zone[side]));
            if !white.is_empty() || !black.is_empty() {
                let zone = zone_value([&white, &black], self.shape);
                rule.insert(key.to_owned(), zone);
            }
        }
        if rule.len() == n_said {
            return None;
        }
        for (key, counts) in directions(config) {
            if !*counts {
                rule.insert(key.to_owned(), RuleValue::Flag(false));
            }
        }
        if config.connect_value != Verdict::Win {
            rule.insert("result".to_owned(), verdict_value(config.connect_value));
        }
        Some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn connection(
        &self,
        def: &VariantDef,
        config: &mut Config,
    ) {
        let Some(rule) = def.rules.builtin.get("connection") else {
            return;
        };
        if let Some(pieces) = rule.get("pieces") {
            config.connect_types = self.set(pieces.pieces(def));
        }
        let number = |key: &str| match rule.get(key) {
            Some(RuleValue::Number(number)) => *number as u16,
            _ => 0,
        };
        config.connect_n = number("row");
        config.connect_block = number("block");
        config.collinear = number("line");
        let zone = |key: &str| {
            let zone = rule.get(key).and_then(|zone| zone_of(zone, self.shape));
            zone.unwrap_or_default()
                .map(|squares| self.region(&squares))
        };
        config.connect_from = zone("from");
        config.connect_to = zone("to");
        for (key, counts) in directions_mut(config) {
            *counts = rule.get(key) != Some(&RuleValue::Flag(false));
        }
        let result = rule.get("result").and_then(verdict_of);
        config.connect_value = result.unwrap_or(Verdict::Win);
    }
}

/// The directions of a connection.
const fn directions(config: &Config) -> [(&'static str, &bool); 3] {
    [
        ("horizontal", &config.connect_horizontal),
        ("vertical", &config.connect_vertical),
        ("diagonal", &config.connect_diagonal),
    ]
}

/// The same options, mutable.
const fn directions_mut(config: &mut Config) -> [(&'static str, &mut bool); 3] {
    [
        ("horizontal", &mut config.connect_horizontal),
        ("vertical", &mut config.connect_vertical),
        ("diagonal", &mut config.connect_diagonal),
    ]
}
