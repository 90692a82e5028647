//! Rules that do not belong to single pieces, by name with their settings; and changes that values of options make.

use std::fmt;

use indexmap::IndexMap;

use crate::definition::clause::RuleEntry;
use crate::definition::names::BUILTIN_RULES;
use crate::definition::tree::{Node, Table};

/// The rules that do not belong to single pieces.
///
/// Rules that have no method here are written in [TOML](crate::formats::Format::Toml).
///
/// ```
/// use ferz::Catalog;
/// use ferz::definition::Verdict;
///
/// let chess = Catalog::builtin().get("chess").unwrap().clone();
/// let changed = chess.with_rules(|rules| {
///     rules.set_stalemate(Verdict::Loss);
///     rules.set_move_limit(None);
///     assert_eq!(rules.move_limit(), None);
/// });
/// assert!(changed.to_toml().contains("stalemate = 'loss'"));
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct RulesDef {
    /// The built-in rules by name, in the order in which they apply.
    #[doc(hidden)]
    pub builtin: CustomRules,
    /// The custom rules by name. They apply after the built-in ones.
    #[doc(hidden)]
    pub custom: CustomRules,
    /// The rules in `rules.use` that are not in the built-in library.
    #[doc(hidden)]
    pub library: IndexMap<String, RuleEntry>,
}

impl RulesDef {
    /// Adds a built-in rule by name, in the order in which rules apply.
    #[doc(hidden)]
    pub fn put(&mut self, name: &str, settings: RuleTable) {
        self.builtin.insert(name.to_owned(), settings);
        let place = |name: &String| BUILTIN_RULES.iter().position(|known| known == name);
        // Keys of one type, so that the sort is compiled once.
        let order = |name: &String| place(name).map_or(0, |place| place + 1);
        self.builtin.sort_by_cached_key(|name, _| order(name));
    }

    /// Sets a built-in rule, or removes it if it has no settings.
    pub(in crate::definition) fn put_unless_empty(&mut self, name: &str, settings: RuleTable) {
        if settings.is_empty() {
            self.take(name);
        } else {
            self.put(name, settings);
        }
    }

    /// Removes a built-in rule.
    pub(in crate::definition) fn take(&mut self, name: &str) {
        self.builtin.shift_remove(name);
    }

    /// The value of a rule that is one word.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        self.builtin.get(name)?.get(ONLY_SETTING)?.text()
    }

    /// Sets a rule that is one word; removes it if the word is the default.
    pub(in crate::definition) fn put_word(&mut self, name: &str, word: &str, usual: &str) {
        if word == usual {
            self.take(name);
        } else {
            self.put(name, RuleValue::Text(word.to_owned()).alone());
        }
    }

    /// Whether the last pieces of some kinds are royal.
    #[doc(hidden)]
    pub fn last_are_royal(&self) -> bool {
        let rule = self.builtin.get("extinction");
        let royal = rule.and_then(|rule| rule.get("royal"));
        royal.is_some_and(|royal| *royal != RuleValue::Flag(false))
    }
}

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

/// The change that a value of an option makes: a partial definition that overlays the game as an heir overlays its
/// parent. It is printed as a TOML table.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Change(pub(crate) Table);

impl Change {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.0.0.keys().all(|key| key == Self::ABOUT)
    }

    /// The author's description of the value, if any.
    pub fn about(&self) -> Option<&str> {
        match self.0.0.get(Self::ABOUT)? {
            Node::Text(words) => Some(words),
            _ => None,
        }
    }

    const ABOUT: &str = "about";
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Node::Table(self.0.clone()).inline())
    }
}
