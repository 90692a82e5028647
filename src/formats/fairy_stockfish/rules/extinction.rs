//! Wins and losses by the number of pieces, in both directions: `rules.extinction`.

use super::builder::Builder;
use super::writer::Writer;
use crate::definition::rules::{verdict_of, verdict_value};
use crate::definition::setting_values::names_value;
use crate::definition::{PieceSet, RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::section::config::Config;

impl Builder<'_> {
    /// The rule; `None` if piece numbers end no game and no piece is pseudo-royal.
    pub(in crate::formats::fairy_stockfish) fn extinction(
        &self,
        def: &VariantDef,
    ) -> Option<RuleTable> {
        let config = self.config;
        // A negative count is never reached.
        let never = config.extinction_count < 0;
        if never || config.extinction.is_none() && !config.pseudo_royal {
            return None;
        }
        let mut rule = RuleTable::new();
        let mut put = |key: &str, value: RuleValue| rule.insert(key.to_owned(), value);
        let kinds = config.extinction_types.iter();
        let kinds: PieceSet = kinds.filter_map(|kind| self.number(kind)).collect();
        let whole_army = config.extinction_types.contains(0);
        if !kinds.is_empty() || !whole_army {
            put("pieces", names_value([kinds; 2], def));
        }
        if whole_army {
            put("whole-army", RuleValue::Flag(true));
        }
        for (key, number) in [
            ("count", config.extinction_count),
            ("opponent-count", config.extinction_opponent),
        ] {
            if number > 0 {
                put(key, RuleValue::Number(number.into()));
            }
        }
        // The side to move needs one more than this number, which every side has.
        if config.extinction_claim && config.extinction_opponent >= 0 {
            put("claim", RuleValue::Flag(true));
        }
        if let Some(verdict) = config.extinction {
            put("result", verdict_value(verdict));
        }
        if config.pseudo_royal {
            let word = if config.duple { "all-but-one" } else { "last" };
            put("royal", RuleValue::Text(word.to_owned()));
        }
        Some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn extinction(
        &self,
        def: &VariantDef,
        config: &mut Config,
    ) {
        let Some(rule) = def.rules.builtin.get("extinction") else {
            return;
        };
        let number = |key: &str| match rule.get(key) {
            Some(RuleValue::Number(number)) => *number as i16,
            _ => 0,
        };
        let is_said = |key: &str| rule.get(key) == Some(&RuleValue::Flag(true));
        let pieces = rule.get("pieces").map(|pieces| pieces.pieces(def));
        config.extinction_types = self.set(pieces.unwrap_or_default());
        if is_said("whole-army") {
            config.extinction_types.insert(0);
        }
        config.extinction_count = number("count");
        config.extinction_opponent = number("opponent-count");
        config.extinction_claim = is_said("claim");
        config.extinction = rule.get("result").and_then(verdict_of);
        let royal = match rule.get("royal") {
            Some(RuleValue::Text(word)) => Some(word.as_str()),
            _ => None,
        };
        config.pseudo_royal = royal.is_some();
        config.duple = royal == Some("all-but-one");
    }
}
