//! Wins by reaching squares, in both directions: `rules.goal`.

use super::builder::Builder;
use super::writer::Writer;
use crate::definition::setting_values::{zone_of, zone_value};
use crate::definition::{RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::geometry::SquareSet;

impl Builder<'_> {
    /// The rule; `None` without goal squares.
    pub(in crate::formats::fairy_stockfish) fn goal(&self, def: &VariantDef) -> Option<RuleTable> {
        let config = self.config;
        if config.flag_region.iter().all(SquareSet::is_empty) {
            return None;
        }
        let mut rule = RuleTable::new();
        let mut put = |key: &str, value: RuleValue| rule.insert(key.to_owned(), value);
        let name = |side: usize| {
            let id = self.number(config.flag_piece[side]);
            let piece = id.and_then(|id| def.piece(id));
            piece.map_or(RuleValue::Flag(false), |(name, _)| {
                RuleValue::Text(name.to_owned())
            })
        };
        let [white, black] = [name(0), name(1)];
        if white != black {
            let sides = [("white", white), ("black", black)];
            let sides = sides.map(|(side, name)| (side.to_owned(), name));
            put("piece", RuleValue::Table(sides.into()));
        } else if white != RuleValue::Flag(false) {
            put("piece", white);
        }
        let squares = |side: usize| {
            let kind = config.flag_piece[side];
            // A piece that the variant does not have never reaches the goal.
            if kind != 0 && self.number(kind).is_none() {
                return SquareSet::new();
            }
            self.region(&config.flag_region[side])
        };
        put("zone", zone_value([&squares(0), &squares(1)], self.shape));
        if config.flag_count != 1 {
            put("count", RuleValue::Number(config.flag_count.into()));
        }
        for (key, is_said) in [
            ("blocked-wins", config.flag_blocked),
            ("last-move", config.flag_move),
            ("safe", config.flag_safe),
        ] {
            if is_said {
                put(key, RuleValue::Flag(true));
            }
        }
        Some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn goal(&self, def: &VariantDef, config: &mut Config) {
        let Some(rule) = def.rules.builtin.get("goal") else {
            return;
        };
        let piece = |side: &str| {
            let piece = match rule.get("piece") {
                Some(RuleValue::Table(sides)) => sides.get(side),
                both => both,
            };
            let named = piece.map(|piece| piece.pieces(def));
            named.and_then(|set| set.iter().next())
        };
        config.flag_piece = ["white", "black"].map(|side| self.kind_of(piece(side)));
        let zone = rule.get("zone").and_then(|zone| zone_of(zone, self.shape));
        config.flag_region = self.regions(&zone.unwrap_or_default());
        config.flag_count = match rule.get("count") {
            Some(RuleValue::Number(count)) => *count as u16,
            _ => 1,
        };
        let is_said = |key: &str| rule.get(key) == Some(&RuleValue::Flag(true));
        config.flag_blocked = is_said("blocked-wins");
        config.flag_move = is_said("last-move");
        config.flag_safe = is_said("safe");
    }
}
