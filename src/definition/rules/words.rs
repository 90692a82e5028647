//! Values of settings that are words.

/// Gives the values of a type their words.
macro_rules! worded {
    ($type:ident { $($word:literal => $value:ident)* }) => {
        impl $type {
            /// All of them, by their words.
            pub(crate) const WORDS: &'static [(&'static str, $type)] =
                &[$(($word, $type::$value)),*];

            /// All words.
            pub(crate) const NAMES: &'static [&'static str] = &[$($word),*];

            /// Its word.
            pub(in crate::definition) const fn word(self) -> &'static str {
                match self {
                    $($type::$value => $word,)*
                }
            }

            /// What a word says.
            pub(in crate::definition) fn of_word(word: &str) -> Option<$type> {
                match word {
                    $($word => Some($type::$value),)*
                    _ => None,
                }
            }
        }
    };
}

pub(super) use worded;
