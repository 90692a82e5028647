//! The phases of a turn in which a rule is called.

use std::ops::BitOr;

/// The phases of a turn in which a rule is called.
///
/// Each is named after a method of [`Rule`](crate::rules::Rule).
///
/// ```
/// use ferz::rules::Phases;
///
/// let phases = Phases::FORBID | Phases::REMEMBER;
/// assert!(phases.contains(Phases::FORBID));
/// assert!(!phases.contains(Phases::EFFECT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases(u16);

impl Phases {
    /// No phase: the rule only has static facts or words.
    pub const NONE: Phases = Phases(0);
    /// `offer`, `drops`, `count_offered` and `has_too_many`.
    pub const OFFER: Phases = Phases(1);
    /// `effect` and `alters`.
    pub const EFFECT: Phases = Phases(1 << 1);
    /// `forbids` and `excuses`.
    pub const FORBID: Phases = Phases(1 << 2);
    /// `duty` and `binds`.
    pub const DUTY: Phases = Phases(1 << 3);
    /// `remember`, `next_turn` and `prolongs`.
    pub const REMEMBER: Phases = Phases(1 << 4);
    /// `end`, `mates`, `pardons` and `lead`.
    pub const END: Phases = Phases(1 << 5);
    /// `attack` and `attack_by_enemies`.
    pub const ATTACK: Phases = Phases(1 << 6 | Self::BAR_ATTACKS.0);
    /// `attack`, if the rule only removes attacks: then pieces out of reach need no test.
    #[doc(hidden)]
    pub const BAR_ATTACKS: Phases = Phases(1 << 11);
    /// `attack_by_enemies`, and `attack` if the rule may add attacks.
    pub(crate) const ADD_ATTACKS: Phases = Phases(1 << 6);
    /// `follow`.
    pub const FOLLOW: Phases = Phases(1 << 7);
    /// `settle`, `stalemate`, `checkmate`, `adjudicate` and `claim`. A rule with only this phase
    /// does not affect moves, positions and their ends.
    pub const ADJUDICATION: Phases = Phases(1 << 8);
    /// `sets_up` and `next_to_set_up`.
    pub const SET_UP: Phases = Phases(1 << 9);
    /// `stalemates`, which is called with all legal moves of every position.
    pub const STALEMATE: Phases = Phases(1 << 10);
    /// All phases.
    pub const ALL: Phases = Phases((1 << 12) - 1);

    /// Whether all of these phases are included.
    #[doc(hidden)]
    pub const fn contains(self, phases: Phases) -> bool {
        self.0 & phases.0 == phases.0
    }

    /// Whether any of these phases is included.
    #[doc(hidden)]
    pub const fn meets(self, phases: Phases) -> bool {
        self.0 & phases.0 != 0
    }

    /// The phases without these.
    #[must_use]
    #[doc(hidden)]
    pub const fn without(self, phases: Phases) -> Phases {
        Phases(self.0 & !phases.0)
    }
}

impl BitOr for Phases {
    type Output = Phases;

    fn bitor(self, other: Phases) -> Phases {
        Phases(self.0 | other.0)
    }
}
