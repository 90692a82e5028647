//! Rules that do not belong to single pieces, by name with their settings.

use indexmap::IndexMap;

use super::rule_value::{CustomRules, ONLY_SETTING, RuleTable, RuleValue};
use crate::definition::clause::RuleEntry;
use crate::definition::rule_names::BUILTIN_RULES;

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
        self.builtin.sort_by_cached_key(|name, _| place(name));
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
