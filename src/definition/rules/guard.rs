//! What a side with several royal pieces must guard.

use super::RulesDef;
use crate::definition::custom::{ONLY_SETTING, RuleValue};

/// What a side with several royal pieces must guard. A side with a single one must guard that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RoyalGuard {
    /// None of them may be left attacked.
    #[default]
    Every,
    /// At most one of them may be left attacked, as in Spartan Chess.
    AllButOne,
    /// They may be attacked and captured while there are several.
    Last,
}

impl RoyalGuard {
    /// All of them, by their words.
    pub(crate) const WORDS: [(&str, RoyalGuard); 3] = [
        ("every", RoyalGuard::Every),
        ("all-but-one", RoyalGuard::AllButOne),
        ("last", RoyalGuard::Last),
    ];
}

impl RulesDef {
    /// What the rule `guard` says.
    pub fn guard(&self) -> RoyalGuard {
        let rule = self.shipped.get("guard");
        let said = rule.and_then(|rule| rule.get(ONLY_SETTING)?.text());
        let mut words = RoyalGuard::WORDS.into_iter();
        words
            .find(|(word, _)| said == Some(word))
            .map_or(RoyalGuard::Every, |(_, guard)| guard)
    }

    /// The same rules with this one.
    pub(in crate::definition) fn with_guard(mut self, guard: RoyalGuard) -> RulesDef {
        let mut words = RoyalGuard::WORDS.into_iter().skip(1);
        if let Some((word, _)) = words.find(|(_, known)| *known == guard) {
            self.put("guard", RuleValue::Text(word.to_owned()).alone());
        }
        self
    }
}
