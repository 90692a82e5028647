//! In-place promotion of pawns, as in Sittuyin, in both directions.

use super::builder::Builder;
use super::writer::Writer;
use crate::definition::setting_values::{names_of, names_value, zone_of, zone_value};
use crate::definition::{RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::types::fixed;
use crate::geometry::SquareSet;

impl Builder<'_> {
    /// The rule; `None` if pawns promote by moving, or if there are none.
    pub(in crate::formats::fairy_stockfish) fn in_place_promotion(
        &self,
        def: &VariantDef,
    ) -> Option<RuleTable> {
        let config = self.config;
        let pawn = config.sittuyin_promotion.then(|| fixed("pawn"))?;
        let (pawn, _) = def.piece(self.number(pawn)?)?;
        let choices = config.promotion_pieces;
        let choices = choices.map(|set| def.choices(self.choices(set)));
        let [white, black] = self.regions(&config.promotion_region);
        let settings = [
            ("piece", RuleValue::Text(pawn.to_owned())),
            ("to", names_value(choices, def)),
            ("zone", zone_value([&white, &black], self.shape)),
        ];
        Some(settings.map(|(key, value)| (key.to_owned(), value)).into())
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn in_place_promotion(
        &self,
        def: &VariantDef,
        config: &mut Config,
    ) {
        let Some(rule) = def.rules.builtin.get("in-place-promotion") else {
            return;
        };
        config.sittuyin_promotion = true;
        let zone = rule.get("zone");
        let zone = zone.and_then(|zone| zone_of(zone, self.shape));
        if let Some(zone) = zone.filter(|zone| !zone.iter().all(SquareSet::is_empty)) {
            config.promotion_region = self.regions(&zone);
        }
        if let Some(choices) = rule.get("to") {
            let choices = names_of(choices, def).unwrap_or_default();
            config.promotion_pieces = choices.map(|set| self.set(set));
        }
    }
}
