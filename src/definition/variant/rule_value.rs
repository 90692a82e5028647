//! Settings of rules as written; the rules themselves interpret them.

use indexmap::IndexMap;

/// The rules of the table `rules.custom` by name, in the order in which they apply.
///
/// The definition keeps the settings as written. The rules that a program has [registered](crate::rules::RuleRegistry)
/// under these names interpret them.
pub type CustomRules = IndexMap<String, RuleTable>;

/// The settings of one custom rule, by key.
pub type RuleTable = IndexMap<String, RuleValue>;

/// The key of the setting in a rule that is written without a table: `storm = 7` is short for `storm = { value = 7 }`.
pub(crate) const ONLY_SETTING: &str = "value";

/// The value of a setting of a custom rule.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RuleValue {
    /// `true` or `false`.
    Flag(bool),
    /// A number; whole numbers are written without a point.
    Number(f64),
    /// A text.
    Text(String),
    /// A list of any of these.
    List(Vec<RuleValue>),
    /// A table of any of these.
    Table(RuleTable),
}

impl RuleValue {
    /// The settings of a rule with this value as its only setting.
    pub(crate) fn alone(self) -> RuleTable {
        RuleTable::from([(ONLY_SETTING.to_owned(), self)])
    }

    /// The settings of a rule with only this value, which is by side if it is a table.
    pub(crate) fn of_sides(self) -> RuleTable {
        match self {
            RuleValue::Table(sides) => sides,
            both => both.alone(),
        }
    }

    /// The text, if the value is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            RuleValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The name of its kind in messages.
    pub const fn kind(&self) -> &'static str {
        match self {
            RuleValue::Flag(true) => "`true`",
            RuleValue::Flag(false) => "`false`",
            RuleValue::Number(_) => "a number",
            RuleValue::Text(_) => "a text",
            RuleValue::List(_) => "a list",
            RuleValue::Table(_) => "a table",
        }
    }

    /// A setting that names pieces; `None` if there are no names.
    pub(crate) fn of_names(names: impl IntoIterator<Item = String>) -> Option<RuleValue> {
        let names = names.into_iter().map(RuleValue::Text);
        let names: Vec<RuleValue> = names.collect();
        (!names.is_empty()).then_some(RuleValue::List(names))
    }

    /// The setting with names of pieces replaced by `name`.
    pub(in crate::definition) fn with_names(&self, name: &dyn Fn(&str) -> String) -> RuleValue {
        match self {
            RuleValue::Flag(_) | RuleValue::Number(_) => self.clone(),
            RuleValue::Text(text) => RuleValue::Text(name(text)),
            RuleValue::List(items) => {
                RuleValue::List(items.iter().map(|item| item.with_names(name)).collect())
            }
            RuleValue::Table(table) => {
                let entries = table.iter();
                let entries = entries.map(|(key, value)| (name(key), value.with_names(name)));
                RuleValue::Table(entries.collect())
            }
        }
    }
}
