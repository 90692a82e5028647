//! Setting values that are words.

/// Implements the conversion between the values of a type and words.
macro_rules! worded {
    ($type:ident { $($word:literal => $value:ident)* }) => {
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
