//! The dialects of Betza notation.

use std::fmt;

/// A dialect of Betza notation: the program whose reading of the letters applies if programs
/// differ.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::Movement;
/// use ferz::movement::Dialect;
///
/// let knight = Movement::read("N", Dialect::Classic).into_result().unwrap();
/// assert_eq!(knight.to_betza(Dialect::FairyStockfish).unwrap(), "N");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// Current XBetza, as the Interactive Diagram reads it: the default.
    #[default]
    XBetza,
    /// XBoard's own generator.
    XBoard,
    /// The Interactive Diagram of about 2020.
    Diagram2020,
    /// Ralph Betza's original notation.
    Classic,
    /// The subset of Fairy-Stockfish's `variants.ini`.
    FairyStockfish,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 5] = [
        Dialect::XBetza,
        Dialect::XBoard,
        Dialect::Diagram2020,
        Dialect::Classic,
        Dialect::FairyStockfish,
    ];

    /// Its name in files and on the command line.
    #[doc(hidden)]
    pub const fn as_str(self) -> &'static str {
        match self {
            Dialect::XBetza => "xbetza",
            Dialect::XBoard => "xboard",
            Dialect::Diagram2020 => "diagram2020",
            Dialect::Classic => "betza",
            Dialect::FairyStockfish => "fairy-stockfish",
        }
    }

    /// The dialect with this name.
    #[doc(hidden)]
    pub fn parse(word: &str) -> Option<Dialect> {
        Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.as_str() == word)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_their_dialects() {
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::parse(dialect.as_str()), Some(dialect));
        }
        assert_eq!(Dialect::parse("XBetza"), None);
        assert_eq!(Dialect::default(), Dialect::XBetza);
    }
}
