//! Rules in the form of clauses, and library rules, for formats that have options for some of them.

use crate::definition::clause::MOST_NAMES;
use crate::definition::setting::text_value;
use crate::definition::variant::{
    ONLY_SETTING, PieceId, PieceSet, RuleTable, RuleValue, RulesDef, VariantDef,
};
use crate::syntax::clause::{
    ClauseError, EffectClause, EndClause, Set, SetKind, parse_effect, parse_end, parse_set,
};

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

// Library rules.

impl RulesDef {
    /// Removes entries for library rules that are disabled.
    pub(super) fn put_entries_in_order(&mut self) {
        let Some(taken) = self.builtin.get_mut("use") else {
            return;
        };
        for (name, _) in taken
            .iter()
            .filter(|(_, value)| **value == RuleValue::Flag(false))
        {
            self.library.shift_remove(name);
        }
        taken.retain(|_, value| *value != RuleValue::Flag(false));
        if taken.is_empty() {
            self.take("use");
        }
    }

    /// Adds a library rule with these parameters.
    pub(crate) fn put_entry(&mut self, name: &str, parameters: &[(&str, &str)]) {
        let mut taken = self.builtin.get("use").cloned().unwrap_or_default();
        let parameters = parameters.iter();
        let parameters: RuleTable = parameters
            .map(|(name, value)| ((*name).to_owned(), RuleValue::Text((*value).to_owned())))
            .collect();
        let value = if parameters.is_empty() {
            RuleValue::Flag(true)
        } else {
            RuleValue::Table(parameters)
        };
        taken.insert(name.to_owned(), value);
        self.put("use", taken);
    }

    /// Whether a library rule is in use.
    pub(crate) fn has_entry(&self, name: &str) -> bool {
        let value = self.builtin.get("use").and_then(|taken| taken.get(name));
        value.is_some_and(|value| *value != RuleValue::Flag(false))
    }
}

impl VariantDef {
    /// The kinds of pieces in a parameter of a library rule, if it contains only kinds.
    pub(crate) fn kinds_of_entry(&self, name: &str, parameter: &str) -> Option<PieceSet> {
        let taken = self.rules.builtin.get("use")?;
        let Some(RuleValue::Table(parameters)) = taken.get(name) else {
            return None;
        };
        self.kinds_in(&parse_set(parameters.get(parameter)?.text()?).ok()?, 0)
    }

    /// The kinds of a set; `depth` is the number of names resolved so far.
    fn kinds_in(&self, set: &Set, depth: usize) -> Option<PieceSet> {
        match &set.kind {
            SetKind::Any(sets) => {
                let all = sets.iter().map(|set| self.kinds_in(set, depth));
                let all: Option<Vec<PieceSet>> = all.collect();
                Some(all?.into_iter().flat_map(PieceSet::iter).collect())
            }
            SetKind::Word(word) => match self
                .rules
                .builtin
                .get("sets")
                .and_then(|sets| sets.get(word))
            {
                Some(meant) if depth < MOST_NAMES => {
                    self.kinds_in(&parse_set(meant.text()?).ok()?, depth + 1)
                }
                _ => {
                    let kind = self.pieces.get_index_of(word)?;
                    Some(PieceSet::from(PieceId::new(kind)))
                }
            },
            _ => None,
        }
    }
}
