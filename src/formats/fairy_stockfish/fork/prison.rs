//! Captured pieces as prisoners, and their exchange.

use super::{names, table};
use crate::definition::{PromotionStock, RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::build::Builder;
use crate::formats::fairy_stockfish::config::Config;
use crate::formats::fairy_stockfish::types::{KING, Type, TypeSet};

/// The options about prisoners.
#[derive(Clone, Debug)]
pub(in crate::formats::fairy_stockfish) struct Prison {
    /// Whether captured pieces are held by their captor.
    pub(in crate::formats::fairy_stockfish) holds: bool,
    /// Whether pawns promote only to prisoners of the other side, and take their place.
    pub(in crate::formats::fairy_stockfish) promotes: bool,
    /// The prisoners for which a piece is set free, by type.
    price: Vec<TypeSet>,
}

impl Default for Prison {
    fn default() -> Prison {
        Prison {
            holds: false,
            promotes: false,
            price: vec![TypeSet::default(); KING + 1],
        }
    }
}

impl Prison {
    /// Sets `hostageExchange`; types that it does not name keep their values.
    pub(super) fn set(
        &mut self,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        let words = text.split_whitespace().map(|word| {
            let (prisoner, price) = word.split_once(':')?;
            Some((types(prisoner)?, types(price)?))
        });
        let pairs: Option<Vec<(TypeSet, TypeSet)>> = words.collect();
        let pairs = pairs.filter(|pairs| !pairs.is_empty());
        for (prisoners, price) in
            pairs.ok_or("prisoners and the pieces exchanged for them: `p:pn r:rq`")?
        {
            for (number, place) in self.price.iter_mut().enumerate().skip(1) {
                if prisoners.contains(0) || prisoners.contains(number) {
                    *place = price;
                }
            }
        }
        Ok(())
    }

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

    /// The lines of options that are not single values.
    pub(super) fn lines(&self, config: &Config) -> Vec<String> {
        let mut lines = Vec::new();
        if self.holds {
            lines.push("captureType = prison".to_owned());
        }
        let letter = |number: Type| config.letters.get(number).copied().flatten();
        let words = self.price.iter().enumerate().filter_map(|(number, price)| {
            let given: String = price.iter().filter_map(letter).collect();
            let letter = letter(number)?;
            (!given.is_empty()).then(|| format!("{letter}:{given}"))
        });
        let words: Vec<String> = words.collect();
        if !words.is_empty() {
            lines.push(format!("hostageExchange = {}", words.join(" ")));
        }
        lines
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
