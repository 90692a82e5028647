//! Library rules that other formats also have.

use crate::definition::clause::MOST_NAMES;
use crate::definition::variant::{PieceId, PieceSet, RuleTable, RuleValue, RulesDef, VariantDef};
use crate::syntax::clause::{Set, SetKind, parse_set};

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
