//! The formats of definition files, and how one is told from another.

use std::fmt;

/// A format of definition files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Our own.
    Toml,
    /// Fairy-Stockfish's `variants.ini`.
    FairyStockfishIni,
    /// Fairy-Max's `fmax.ini`.
    FairyMaxIni,
    /// The text of an Interactive Diagram.
    InteractiveDiagram,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [
        Format::Toml,
        Format::FairyStockfishIni,
        Format::FairyMaxIni,
        Format::InteractiveDiagram,
    ];

    /// The word for it on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Toml => "toml",
            Format::FairyStockfishIni => "fairy-stockfish",
            Format::FairyMaxIni => "fairy-max",
            Format::InteractiveDiagram => "diagram",
        }
    }

    /// The format with this word.
    pub fn parse(word: &str) -> Option<Format> {
        Format::ALL
            .into_iter()
            .find(|format| format.as_str() == word)
    }

    /// The format of a file, by its content.
    ///
    /// A damaged file is still recognised, so that it gets the findings of its own format:
    /// - `Game:` at the start of a line is Fairy-Max;
    /// - a section `[name:parent]` is Fairy-Stockfish;
    /// - a quoted value or a header `[a.b]` is TOML;
    /// - a line with four colons, or the class `idiagram`, is an Interactive Diagram;
    /// - otherwise keys with capitals inside or bare words for values are Fairy-Stockfish below a
    ///   section and Interactive Diagram without one, and anything else with a section is TOML.
    ///
    /// # Examples
    /// ```
    /// use ferz::definition::Format;
    ///
    /// assert_eq!(Format::recognize("[mine]\ninherits = 'chess'"), Some(Format::Toml));
    /// assert_eq!(Format::recognize("[mine:chess]\nking = -"), Some(Format::FairyStockfishIni));
    /// assert_eq!(Format::recognize("Dear diary"), None);
    /// ```
    pub fn recognize(text: &str) -> Option<Format> {
        let mut clues = Clues::default();
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with("Game:") {
                return Some(Format::FairyMaxIni);
            }
            clues.add(line);
        }
        clues.verdict()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What the lines of a file have shown.
#[derive(Default)]
struct Clues {
    section: bool,
    parent: bool,
    quoted: bool,
    dotted: bool,
    diagram: bool,
    foreign_key: bool,
    bare_word: bool,
    pair: bool,
}

impl Clues {
    fn add(&mut self, line: &str) {
        if line.is_empty() || line.starts_with(['#', ';']) {
            return;
        }
        if let Some(header) = line.strip_prefix('[') {
            let name = header.split(']').next().unwrap_or_default();
            self.section = true;
            self.parent |= name.contains(':') && !name.contains(['\'', '"']);
            self.dotted |= name.contains('.');
            return;
        }
        self.diagram |= line.contains("idiagram") || line.matches(':').nth(3).is_some();
        let Some((key, value)) = line.split_once('=') else {
            return;
        };
        let (key, value) = (key.trim(), value.trim());
        let is_toml_value = value.starts_with(['\'', '"', '[', '{']);
        let is_number_or_flag = value
            .split_whitespace()
            .next()
            .is_some_and(|word| word.parse::<f64>().is_ok() || word == "true" || word == "false");
        self.pair = true;
        self.quoted |= is_toml_value;
        self.foreign_key |= key.contains(|c: char| c.is_ascii_uppercase())
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
        self.bare_word |= !is_toml_value && !is_number_or_flag;
    }

    fn verdict(&self) -> Option<Format> {
        let looks_foreign = self.foreign_key || self.bare_word;
        if self.parent && !self.quoted {
            Some(Format::FairyStockfishIni)
        } else if self.quoted || self.dotted {
            // A page around a diagram may quote its attributes.
            let page = self.diagram && !self.section;
            Some(if page {
                Format::InteractiveDiagram
            } else {
                Format::Toml
            })
        } else if self.section && looks_foreign {
            Some(Format::FairyStockfishIni)
        } else if self.diagram || (self.pair && looks_foreign && !self.section) {
            Some(Format::InteractiveDiagram)
        } else if self.section || self.pair {
            Some(Format::Toml)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_apart_by_their_content() {
        let cases = [
            ("[mine]\ninherits = 'chess'\n", Some(Format::Toml)),
            ("# a comment\nname = \"mine\"\ninherits = chess\n", Some(Format::Toml)),
            ("board = { files = 8, ranks = 8 }", Some(Format::Toml)),
            ("[a.pieces.b]\nmove = N\n", Some(Format::Toml)),
            ("# c\n[orda:chess]\npawn = p\n", Some(Format::FairyStockfishIni)),
            ("[orda]\nmaxRank = 10\n", Some(Format::FairyStockfishIni)),
            ("[orda]\nking = k:W\n", Some(Format::FairyStockfishIni)),
            ("a comment\n\n  Game: falcon # x\n10x8\n", Some(Format::FairyMaxIni)),
            ("files=10\npromoZone=3\nknight:N:::b1,g1\n", Some(Format::InteractiveDiagram)),
            ("files=9 ranks=10 x=1 pawn:P:fmWfcF:p:a2-h2", Some(Format::InteractiveDiagram)),
            ("<div class=\"idiagram\">\nfiles=8\n", Some(Format::InteractiveDiagram)),
            ("", None),
            ("hello", None),
        ];
        for (text, format) in cases {
            assert_eq!(Format::recognize(text), format, "{text}");
        }
    }

    #[test]
    fn words_and_formats_are_inverses() {
        for format in Format::ALL {
            assert_eq!(Format::parse(format.as_str()), Some(format));
        }
        assert_eq!(Format::parse("ini"), None);
    }
}
