//! Properties of a compiled rule.

use std::fmt;

use super::answers::Phases;
use super::rule::NamedRule;

impl fmt::Debug for NamedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NamedRule").field(&self.name).finish()
    }
}

impl NamedRule {
    /// Whether it takes part in tests for attacks.
    #[doc(hidden)]
    pub const fn judges_attacks(&self) -> bool {
        self.phases.meets(Phases::ATTACK)
    }

    /// Whether it takes part in adjudication.
    #[doc(hidden)]
    pub const fn adjudicates(&self) -> bool {
        self.phases.contains(Phases::ADJUDICATION)
    }

    /// Whether it may attach effects to moves.
    #[doc(hidden)]
    pub fn has_effects(&self) -> bool {
        self.phases.contains(Phases::EFFECT)
    }
}
