//! Captured pieces as prisoners, and their exchange.

use super::terms::{names, table};
use crate::definition::{PromotionStock, RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::rules::builder::Builder;
use crate::formats::fairy_stockfish::section::fork::Prison;
use crate::formats::fairy_stockfish::section::types::Type;

impl Prison {
    /// The rule.
    pub(super) fn rule(&self, builder: &Builder<'_>, def: &VariantDef) -> Option<RuleTable> {
        if !self.holds || !builder.config.to_hand {
            return None;
        }
        let kinds = names(builder, def);
        let price = kinds.iter().filter_map(|(name, number)| {
            let price = &self.price[*number];
            let given = kinds.iter();
            let given = given.filter(|(_, other)| price.contains(0) || price.contains(*other));
            let given: Vec<RuleValue> = given
                .map(|(name, _)| RuleValue::Text(name.clone()))
                .collect();
            (!given.is_empty()).then(|| (name.clone(), RuleValue::List(given)))
        });
        let mut rule = table([("price", RuleValue::Table(table(price)))]);
        if self.promotes {
            rule.insert("promotion-exchanges".to_owned(), RuleValue::Flag(true));
        }
        Some(rule)
    }

    /// Makes promotion take pieces from the side's hand.
    pub(super) fn promote(&self, def: &mut VariantDef) {
        if self.holds && self.promotes {
            set_stock(def, PromotionStock::Hand);
        }
    }

    /// Recovers the options from the rule.
    pub(super) fn take_from_rule(&mut self, rule: &RuleTable, type_of: impl Fn(&str) -> Type) {
        self.holds = true;
        self.promotes = rule.get("promotion-exchanges") == Some(&RuleValue::Flag(true));
        let Some(RuleValue::Table(price)) = rule.get("price") else {
            return;
        };
        for (name, given) in price {
            let given = match given {
                RuleValue::List(names) => names.as_slice(),
                one => std::slice::from_ref(one),
            };
            let number = type_of(name);
            for name in given {
                match name {
                    RuleValue::Text(name) if number != 0 && type_of(name) != 0 => {
                        self.price[number].insert(type_of(name));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Sets the stock of all promotion choices.
pub(super) fn set_stock(def: &mut VariantDef, stock: PromotionStock) {
    let promotions = def.pieces.values_mut();
    let promotions = promotions.filter_map(|piece| piece.promotion.as_mut());
    for choice in promotions.flat_map(|promotion| &mut promotion.choices) {
        choice.stock = stock;
    }
}
