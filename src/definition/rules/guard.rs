//! What a side with several royal pieces must guard.

use super::RulesDef;
use super::words::worded;

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
        let word = self.word("guard");
        word.and_then(RoyalGuard::of_word).unwrap_or_default()
    }

    /// Says what a side with several royal pieces must guard.
    pub fn set_guard(&mut self, guard: RoyalGuard) {
        self.put_word("guard", guard.word(), RoyalGuard::Every.word());
    }

    /// The same rules with this one.
    pub(in crate::definition) fn with_guard(mut self, guard: RoyalGuard) -> RulesDef {
        self.set_guard(guard);
        self
    }
}
