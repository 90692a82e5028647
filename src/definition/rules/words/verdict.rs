//! Results of a game for one side.

use super::macros::worded;
use crate::definition::variant::RuleValue;

/// A result for the side to move.
///
/// It is exhaustive, because a game has no fourth result. [`RulesDef`](crate::definition::RulesDef) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
}

worded! {
    Verdict {
        "win" => Win
        "loss" => Loss
        "draw" => Draw
    }
}

impl Verdict {
    /// The same result for the other side.
    #[doc(hidden)]
    pub const fn opposite(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Loss,
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
        }
    }
}

/// A result as a setting.
pub(crate) fn verdict_value(verdict: Verdict) -> RuleValue {
    RuleValue::Text(verdict.word().to_owned())
}

/// Reads a result.
pub(crate) fn verdict_of(value: &RuleValue) -> Option<Verdict> {
    value.text().and_then(Verdict::of_word)
}
