//! Settings that are words: counting rules, results for one side, and squares for walls.

use crate::definition::setting::text_value;
use crate::definition::variant::RuleValue;

/// Defines an enum with the word of each value.
macro_rules! worded {
    (
        $(#[$about:meta])*
        pub enum $type:ident { $($(#[$meaning:meta])* $value:ident = $word:literal,)* }
    ) => {
        $(#[$about])*
        pub enum $type {
            $($(#[$meaning])* $value,)*
        }

        impl $type {
            /// All values with their words.
            pub(crate) const WORDS: &'static [(&'static str, $type)] =
                &[$(($word, $type::$value)),*];

            /// All words.
            pub(crate) const NAMES: &'static [&'static str] = &[$($word),*];

            /// Its word.
            pub(crate) const fn word(self) -> &'static str {
                match self {
                    $($type::$value => $word,)*
                }
            }

            /// The value of a word.
            pub(crate) fn of_word(word: &str) -> Option<$type> {
                match word {
                    $($word => Some($type::$value),)*
                    _ => None,
                }
            }
        }
    };
}

pub(in crate::definition::rules) use worded;

worded! {
    /// The counting rule with its limits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CountingRule {
        /// Thailand's.
        Makruk = "makruk",
        /// Cambodia's.
        Cambodian = "cambodian",
        /// The common rules of Southeast Asia.
        Asean = "asean",
    }
}

worded! {
    /// A result for the side to move.
    ///
    /// It is exhaustive, because a game has no fourth result. [`RulesDef`](crate::definition::RulesDef) has an example.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Verdict {
        /// It wins.
        Win = "win",
        /// It loses.
        Loss = "loss",
        /// The game is drawn.
        Draw = "draw",
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

    /// The winner of two sides, if this is the result for the first.
    pub(crate) fn winner<T>(self, [own, other]: [T; 2]) -> Option<T> {
        match self {
            Verdict::Win => Some(own),
            Verdict::Loss => Some(other),
            Verdict::Draw => None,
        }
    }
}

/// A result as a setting.
pub(crate) fn verdict_value(verdict: Verdict) -> RuleValue {
    text_value(verdict.word())
}

/// Reads a result.
pub(crate) fn verdict_of(value: &RuleValue) -> Option<Verdict> {
    value.text().and_then(Verdict::of_word)
}

worded! {
    /// The squares on which walls may be placed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Walling {
        /// A square to which the moved piece could move next.
        Arrow = "arrow",
        /// Any square; the old wall is removed.
        Duck = "duck",
        /// A square at the edge of the remaining board.
        Edge = "edge",
        /// The origin of the moved piece.
        Past = "past",
        /// Any square in the region.
        Static = "static",
    }
}
