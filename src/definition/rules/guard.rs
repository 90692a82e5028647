//! Guard rule for several royal pieces.

use super::words::worded;
use crate::definition::variant::RulesDef;

/// The royal pieces that a side with several of them must guard. A single royal piece must always be guarded.
///
/// The enum is exhaustive, so that code that writes pages and pictures does not compile until it
/// handles a new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RoyalGuard {
    /// None of them may be left attacked.
    #[default]
    Every,
    /// At most one of them may be left attacked, as in Spartan Chess.
    AllButOne,
    /// They may be attacked and captured except the last one.
    Last,
}

worded! {
    RoyalGuard {
        "every" => Every
        "all-but-one" => AllButOne
        "last" => Last
    }
}

#[doc(hidden)]
impl RulesDef {
    /// The rule `guard`.
    pub fn guard(&self) -> RoyalGuard {
        let word = self.word("guard");
        word.and_then(RoyalGuard::of_word).unwrap_or_default()
    }

    /// Sets the rule `guard`.
    pub(crate) fn set_guard(&mut self, guard: RoyalGuard) {
        self.put_word("guard", guard.word(), RoyalGuard::Every.word());
    }

    /// The rules with this guard.
    pub(crate) fn with_guard(mut self, guard: RoyalGuard) -> RulesDef {
        self.set_guard(guard);
        self
    }
}
