//! Errors about settings that were not read, with suggestions.

use super::RuleSettings;
use crate::definition::{ONLY_SETTING, RuleTable, RuleValue, Setting};
use crate::rules::data::{RuleError, RuleFinding};
use crate::source::{codes, did_you_mean, quoted};

impl RuleSettings<'_> {
    /// The parts of zones that have no effect, as warnings about their settings.
    pub(crate) fn idle_parts(&self) -> Vec<RuleFinding> {
        self.idle.take()
    }

    /// Errors about the keys that were not read.
    pub(crate) fn unknown(&self) -> Vec<RuleError> {
        let mut errors = Vec::new();
        self.unknown_in(self.table, &self.path, &mut errors);
        errors
    }

    /// Errors about the keys that the rule does not declare, read or not; none if it declares nothing.
    pub(crate) fn unlisted(&self) -> Vec<RuleError> {
        let mut errors = Vec::new();
        if let Some(listed) = &self.listed {
            unlisted_in(listed, self.table, &self.path, &mut errors);
        }
        errors
    }

    /// The error of a value in place of a table, if it was not read. `refusal` is the error of the rule without
    /// settings, and `accepts` is whether the rule accepts some settings.
    pub(crate) fn only_unasked(
        &self,
        refusal: &RuleError,
        accepts: impl Fn(&RuleTable) -> bool,
    ) -> Option<RuleError> {
        let value = self.table.get(ONLY_SETTING)?;
        let is_asked = self.asked.borrow().iter().any(|key| key == ONLY_SETTING);
        (self.table.len() == 1 && !is_asked)
            .then(|| self.in_place_of_table(value, refusal.help(), accepts))
    }

    /// The error of a value in place of a table, with a suggested setting that is enough, or else with `help`.
    fn in_place_of_table(
        &self,
        value: &RuleValue,
        help: Option<&str>,
        accepts: impl Fn(&RuleTable) -> bool,
    ) -> RuleError {
        let error = self.wrong_kind(ONLY_SETTING, "a table of settings", value);
        let listed = self.listed.iter().flatten();
        let is_enough =
            |key: &&str| accepts(&RuleTable::from_iter([((*key).to_owned(), value.clone())]));
        let keys: Vec<&str> = listed
            .flat_map(|one| one.keys_for(value, self.def))
            .filter(is_enough)
            .collect();
        match (keys.as_slice(), value) {
            // Several flags could be meant.
            ([_, _, ..], RuleValue::Flag(_)) => {}
            ([], _) => {}
            ([key, ..], RuleValue::Flag(flag)) => {
                return error.meaning(format!("{{ {key} = {flag} }}"));
            }
            ([key, ..], RuleValue::Number(number)) => {
                return error.meaning(format!("{{ {key} = {number} }}"));
            }
            ([key, ..], RuleValue::Text(text)) => {
                return error.meaning(format!("{{ {key} = '{text}' }}"));
            }
            ([key, ..], _) => return error.with_help(format!("write `{{ {key} = … }}`")),
        }
        if let Some(help) = help {
            return error.with_help(help);
        }
        let asked = self.asked.borrow();
        let mut keys: Vec<&str> = Vec::new();
        for key in asked.iter().filter_map(|key| key.split('.').next()) {
            if key != ONLY_SETTING && !keys.contains(&key) {
                keys.push(key);
            }
        }
        match keys.as_slice() {
            [] => error,
            [key] => error.with_help(format!("write `{{ {key} = … }}`")),
            keys => error.with_help(format!("its settings are {}", quoted(keys))),
        }
    }

    fn unknown_in(&self, table: &RuleTable, path: &str, errors: &mut Vec<RuleError>) {
        let asked = self.asked.borrow();
        let keys = asked.iter().filter_map(|key| key.strip_prefix(path));
        let mut known: Vec<&str> = Vec::new();
        for key in keys.filter(|key| !key.is_empty() && !key.contains('.')) {
            // A rule may read a key more than once.
            if !known.contains(&key) {
                known.push(key);
            }
        }
        for (key, value) in table {
            let inner = format!("{path}{key}.");
            if key == ONLY_SETTING
                && self.path.is_empty()
                && table.len() == 1
                && !known.contains(&ONLY_SETTING)
            {
                errors.push(self.in_place_of_table(value, None, |_| true));
            } else if !known.contains(&key.as_str()) {
                errors.push(no_setting(path, key, &known));
            } else if let RuleValue::Table(table) = value
                && asked.contains(&inner)
            {
                self.unknown_in(table, &inner, errors);
            } else if let RuleValue::List(items) = value {
                for (number, item) in items.iter().enumerate() {
                    let inner = format!("{inner}{number}.");
                    if let RuleValue::Table(table) = item
                        && asked.contains(&inner)
                    {
                        self.unknown_in(table, &inner, errors);
                    }
                }
            }
        }
    }
}

/// The error of an unknown key.
fn no_setting(path: &str, key: &str, known: &[&str]) -> RuleError {
    let help = if known.is_empty() {
        "the rule has no settings".to_owned()
    } else {
        did_you_mean(key, known.iter().copied())
    };
    let message = format!("the rule has no setting `{key}`");
    let error = RuleError::with_code(codes::UNKNOWN_KEY, message);
    error.about(format!("{path}{key}")).at_key().with_help(help)
}

/// Errors about the undeclared keys of a table and its inner tables.
fn unlisted_in(listed: &[Setting], table: &RuleTable, path: &str, errors: &mut Vec<RuleError>) {
    let known: Vec<&str> = listed.iter().flat_map(|setting| setting.keys()).collect();
    for (key, value) in table {
        let inner: Vec<Setting> = listed.iter().flat_map(|one| one.inner(key)).collect();
        if inner.is_empty() {
            // If no table is possible here, the value is wrong and not the key.
            if !known.is_empty() && (key != ONLY_SETTING || !path.is_empty()) {
                errors.push(no_setting(path, key, &known));
            }
            continue;
        }
        match value {
            RuleValue::Table(table) => {
                unlisted_in(&inner, table, &format!("{path}{key}."), errors);
            }
            RuleValue::List(items) => {
                for (number, item) in items.iter().enumerate() {
                    let number = number.to_string();
                    let inner = inner.iter().flat_map(|setting| setting.inner(&number));
                    if let RuleValue::Table(table) = item {
                        let path = format!("{path}{key}.{number}.");
                        unlisted_in(&inner.collect::<Vec<_>>(), table, &path, errors);
                    }
                }
            }
            _ => {}
        }
    }
}
