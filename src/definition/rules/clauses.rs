//! Effects and ends in the form of clauses, for formats that have options for some of them.

use crate::definition::variant::{ONLY_SETTING, RuleValue, RulesDef};
use crate::syntax::clause::{ClauseError, EffectClause, EndClause, parse_effect, parse_end};

impl RulesDef {
    /// Adds clauses to the rule `effects` or `ends`.
    pub(crate) fn add_clauses(&mut self, rule: &str, clauses: &[&str]) {
        let mut all: Vec<RuleValue> = self.clauses(rule).map(text_value).collect();
        all.extend(clauses.iter().copied().map(text_value));
        match all.as_slice() {
            [] => {}
            [only] => self.put(rule, only.clone().alone()),
            _ => self.put(rule, RuleValue::List(all).alone()),
        }
    }

    /// The valid clauses of `rules.effects`.
    pub(crate) fn effects(&self) -> impl Iterator<Item = EffectClause> {
        self.clauses("effects")
            .filter_map(|text| parse_effect(text).ok())
    }

    /// Removes clauses from `rules.effects`, whatever their spelling.
    pub(crate) fn remove_effects(&mut self, clauses: &[&str]) {
        let taken = clauses.iter().filter_map(|text| parse_effect(text).ok());
        let taken: Vec<EffectClause> = taken.collect();
        let stays =
            |text: &&str| parse_effect(text).map_or(true, |clause| !taken.contains(&clause));
        let rest: Vec<String> = self
            .clauses("effects")
            .filter(stays)
            .map(str::to_owned)
            .collect();
        self.take("effects");
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        self.add_clauses("effects", &rest);
    }

    /// Whether `rules.ends` contains all of these clauses, whatever their spelling; `false` without clauses.
    pub(crate) fn has_ends(&self, clauses: &[&str]) -> bool {
        self.has_clauses::<EndClause>("ends", clauses, parse_end)
    }

    /// Like [`has_ends`](RulesDef::has_ends), for `rules.effects`.
    pub(crate) fn has_effects(&self, clauses: &[&str]) -> bool {
        self.has_clauses::<EffectClause>("effects", clauses, parse_effect)
    }

    fn has_clauses<Clause: PartialEq>(
        &self,
        rule: &str,
        clauses: &[&str],
        parse: fn(&str) -> Result<Clause, ClauseError>,
    ) -> bool {
        let own = self.clauses(rule).filter_map(|text| parse(text).ok());
        let own: Vec<Clause> = own.collect();
        let is_there = |text: &&str| parse(text).is_ok_and(|clause| own.contains(&clause));
        !clauses.is_empty() && clauses.iter().all(is_there)
    }

    fn clauses(&self, rule: &str) -> impl Iterator<Item = &str> {
        let clauses = self
            .builtin
            .get(rule)
            .and_then(|rule| rule.get(ONLY_SETTING));
        let texts = match clauses {
            Some(RuleValue::List(texts)) => texts.as_slice(),
            Some(text) => std::slice::from_ref(text),
            None => &[],
        };
        texts.iter().filter_map(RuleValue::text)
    }
}

fn text_value(text: &str) -> RuleValue {
    RuleValue::Text(text.to_owned())
}
