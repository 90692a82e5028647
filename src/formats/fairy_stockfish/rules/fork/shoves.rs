//! Pieces that push others.

use super::points;
use super::terms::{names, table};
use crate::definition::{RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::rules::builder::Builder;
use crate::formats::fairy_stockfish::section::fork::{FIRST, Pushes, THEM, US};
use crate::formats::fairy_stockfish::section::types::Type;

impl Pushes {
    /// The rule; `None` if no piece pushes.
    pub(super) fn rule(&self, builder: &Builder<'_>, def: &VariantDef) -> Option<RuleTable> {
        let kinds = names(builder, def);
        let pushers = kinds
            .iter()
            .filter(|(_, number)| self.strength[*number] > 0);
        let strength = pushers.map(|(name, number)| {
            let strength = self.strength[*number].min(1000);
            (name.clone(), RuleValue::Number(strength.into()))
        });
        let strength = table(strength);
        // Without single steps, pieces of the mover's side are then not pushed at all.
        let of = match (self.first, self.enemies_only && !self.stepwise) {
            (US, true) => return None,
            (_, true) => THEM,
            (first, false) => first,
        };
        if strength.is_empty() {
            return None;
        }
        let mut rule = RuleTable::new();
        rule.insert("strength".to_owned(), RuleValue::Table(strength));
        if of != THEM {
            let word = FIRST[of].1.to_owned();
            rule.insert("first-side".to_owned(), RuleValue::Text(word));
        }
        let flags = [
            ("own-blocks", self.enemies_only),
            ("crush", self.enemies_only && self.crushes),
            ("off-board", self.removes),
            ("one-step", !self.stepwise),
            ("instead", true),
        ];
        for (key, _) in flags.into_iter().filter(|(_, flag)| *flag) {
            rule.insert(key.to_owned(), RuleValue::Flag(true));
        }
        if self.no_return {
            rule.insert("returning".to_owned(), RuleValue::Flag(false));
        }
        Some(rule)
    }

    /// Recovers the options from the rule.
    pub(super) fn take_from_rule(&mut self, rule: &RuleTable, type_of: impl Fn(&str) -> Type) {
        let flag = |key| rule.get(key) == Some(&RuleValue::Flag(true));
        if let Some(RuleValue::Table(strength)) = rule.get("strength") {
            points::numbers_from_rule(&mut self.strength, strength, type_of);
        }
        if let Some(RuleValue::Text(of)) = rule.get("first-side") {
            let place = FIRST.iter().position(|(_, word)| word == of);
            self.first = place.unwrap_or(THEM);
        }
        self.enemies_only = flag("own-blocks");
        self.crushes = flag("crush");
        self.removes = flag("off-board");
        self.stepwise = !flag("one-step");
        self.no_return = rule.get("returning") == Some(&RuleValue::Flag(false));
    }
}
