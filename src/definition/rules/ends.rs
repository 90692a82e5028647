//! Ends of games that are clauses, for formats that have options for some of them.

use super::RulesDef;
use crate::definition::clause::{EndClause, parse_end};
use crate::definition::custom::{ONLY_SETTING, RuleValue};

impl RulesDef {
    /// Adds clauses to those of `rules.ends`.
    pub(in crate::definition) fn add_ends(&mut self, clauses: &[&str]) {
        let mut ends: Vec<RuleValue> = self.end_texts().map(text_value).collect();
        ends.extend(clauses.iter().copied().map(text_value));
        if !clauses.is_empty() {
            self.put("ends", RuleValue::List(ends).alone());
        }
    }

    /// Whether all of these clauses, and there are some, are among those of `rules.ends`, however they are written.
    pub(in crate::definition) fn has_ends(&self, clauses: &[&str]) -> bool {
        let ends: Vec<EndClause> = self
            .end_texts()
            .filter_map(|text| parse_end(text).ok())
            .collect();
        let is_there = |text: &&str| parse_end(text).is_ok_and(|end| ends.contains(&end));
        !clauses.is_empty() && clauses.iter().all(is_there)
    }

    fn end_texts(&self) -> impl Iterator<Item = &str> {
        let ends = self
            .shipped
            .get("ends")
            .and_then(|rule| rule.get(ONLY_SETTING));
        let texts = match ends {
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
