//! Settings that are words: counting rules, results for one side, and squares for walls.

use crate::definition::setting::text_value;
use crate::definition::variant::{RuleValue, RulesDef, VariantDef};

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

// Normal form of rules.

impl RulesDef {
    /// Brings a valid rule into normal form, and removes it if it has the default.
    fn put_in_order<R>(&mut self, read: fn(&Self) -> Option<(R, bool)>, set: fn(&mut Self, R)) {
        if let Some((rule, true)) = read(self) {
            set(self, rule);
        }
    }
}

impl VariantDef {
    /// Brings rules into normal form. An invalid rule remains as written; the rule reports the error when the variant
    /// is compiled.
    pub(crate) fn put_rules_in_order(&mut self) {
        self.rules.put_entries_in_order();
        let rules = &mut self.rules;
        rules.put_in_order(RulesDef::read_royal, RulesDef::set_royal);
        rules.put_in_order(RulesDef::read_repetition, RulesDef::set_repetition);
        rules.put_in_order(RulesDef::read_checks, RulesDef::set_checks);
        self.put_captures_in_order();
        self.put_paired_promotion_in_order();
        self.put_first_leaps_in_order();
        // A piece is dropped where its moves could end. Castling does not count, but normalization may turn it into a
        // move.
        let drops = self.understood_drops();
        self.put_castling_in_order();
        self.put_en_passant_in_order();
        if drops.is_some() {
            self.set_drops(drops.as_ref());
        }
    }
}
