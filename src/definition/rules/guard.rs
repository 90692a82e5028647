//! What a side with several royal pieces must guard.

use super::RulesDef;
use super::words::worded;
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

worded! {
    RoyalGuard {
        "every" => Every
        "all-but-one" => AllButOne
        "last" => Last
    }
}

impl RulesDef {
    /// What the rule `guard` says.
    pub fn guard(&self) -> RoyalGuard {
        let rule = self.shipped.get("guard");
        let word = rule.and_then(|rule| rule.get(ONLY_SETTING)?.text());
        word.and_then(RoyalGuard::of_word).unwrap_or_default()
    }

    /// The same rules with this one.
    pub(in crate::definition) fn with_guard(mut self, guard: RoyalGuard) -> RulesDef {
        if guard != RoyalGuard::Every {
            let word = RuleValue::Text(guard.word().to_owned());
            self.put("guard", word.alone());
        }
        self
    }
}
