//! The formats of definition files, and their recognition.

use std::fmt;
use std::path::Path;

use crate::source::without_mark;
use crate::syntax::diagram::looks_like_diagram;

/// A format of definition files.
///
/// ```
/// use ferz::formats::Format;
///
/// let text = "[knightmate:chess]\nroyalKnight = m\n";
/// assert_eq!(Format::recognize(text), Some(Format::FairyStockfishIni));
/// assert_eq!(Format::of_file(text, "variants.ini"), Some(Format::FairyStockfishIni));
/// assert_eq!(Format::of_file("name = mine\ninherits = chess\n", "mine.toml"), Some(Format::Toml));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Ferz's own TOML format.
    Toml,
    /// Fairy-Stockfish's `variants.ini`.
    FairyStockfishIni,
    /// `variants.ini` with the options of the fork Fairy-Stockfish-X. Both are read alike; the fork's options are only
    /// written in this format.
    FairyStockfishXIni,
    /// Fairy-Max's `fmax.ini`.
    FairyMaxIni,
    /// The text of an Interactive Diagram.
    InteractiveDiagram,
}

impl Format {
    /// All formats.
    #[doc(hidden)]
    pub const ALL: [Format; 5] = [
        Format::Toml,
        Format::FairyStockfishIni,
        Format::FairyStockfishXIni,
        Format::FairyMaxIni,
        Format::InteractiveDiagram,
    ];

    /// Its name on the command line.
    #[doc(hidden)]
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Toml => "toml",
            Format::FairyStockfishIni => "fairy-stockfish",
            Format::FairyStockfishXIni => "fairy-stockfish-x",
            Format::FairyMaxIni => "fairy-max",
            Format::InteractiveDiagram => "diagram",
        }
    }

    /// The format with this name.
    #[doc(hidden)]
    pub fn parse(word: &str) -> Option<Format> {
        Format::ALL
            .into_iter()
            .find(|format| format.as_str() == word)
    }

    /// Recognizes the format of a file by its content.
    ///
    /// Damaged files are recognized too, so that they get the findings of their own format:
    /// - a Markdown document with code blocks has no format;
    /// - `Game:` at the start of a line is Fairy-Max;
    /// - a section `[name:parent]` is Fairy-Stockfish;
    /// - a quoted value or a header `[a.b]` is TOML;
    /// - a line with four colons, or the class `idiagram`, is an Interactive Diagram;
    /// - otherwise keys with capitals inside or bare words for values are Fairy-Stockfish below a
    ///   section and Interactive Diagram without one, and anything else with a section is TOML.
    ///
    /// # Examples
    /// ```
    /// use ferz::formats::Format;
    ///
    /// assert_eq!(Format::recognize("[mine]\ninherits = 'chess'"), Some(Format::Toml));
    /// assert_eq!(Format::recognize("[mine:chess]\nking = -"), Some(Format::FairyStockfishIni));
    /// assert_eq!(Format::recognize("Dear diary"), None);
    /// ```
    pub fn recognize(text: &str) -> Option<Format> {
        Some(Format::recognized(text)?.0)
    }

    /// The format of a text by its content, and whether no other format has such features.
    fn recognized(text: &str) -> Option<(Format, bool)> {
        let text = &without_mark(text);
        // A document about definitions is not a definition.
        if text.lines().any(|line| line.starts_with("```")) {
            return None;
        }
        if looks_like_diagram(text) {
            return Some((Format::InteractiveDiagram, true));
        }
        let mut clues = Clues::default();
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with("Game:") {
                return Some((Format::FairyMaxIni, true));
            }
            clues.add(line);
        }
        clues.verdict()
    }

    /// The format of a file: by its content, or by the extension `.toml` if its content may also be a faulty
    /// definition in TOML, such as one without quotes.
    pub fn of_file(text: &str, path: impl AsRef<Path>) -> Option<Format> {
        let end = path.as_ref().extension().unwrap_or_default();
        let by_name = end.eq_ignore_ascii_case("toml").then_some(Format::Toml);
        match Format::recognized(text) {
            Some((format, is_sure)) if is_sure || by_name.is_none() => Some(format),
            _ => by_name,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A feature of the lines of a file.
#[derive(Clone, Copy)]
enum Clue {
    /// A header in brackets.
    Section,
    /// A header with a colon inside.
    Parent,
    /// A header with a dot inside.
    Dotted,
    /// A value in quotes, brackets or braces.
    Quoted,
    /// A line of a diagram.
    Diagram,
    /// A key with capitals inside.
    ForeignKey,
    /// A value that is a word without quotes.
    BareWord,
    /// A key with a value.
    Pair,
}

/// The features found in the lines of a file, each as a bit.
#[derive(Default)]
struct Clues(u8);

impl Clues {
    fn note(&mut self, clue: Clue, seen: bool) {
        self.0 |= u8::from(seen) << clue as u8;
    }

    fn add(&mut self, line: &str) {
        // A line that begins with a brace belongs to a list or to another language.
        if line.is_empty() || line.starts_with(['#', ';', '{']) {
            return;
        }
        if let Some(header) = line.strip_prefix('[') {
            let name = header.split(']').next().unwrap_or_default();
            let quoted = name.contains(['\'', '"']);
            self.note(Clue::Section, true);
            self.note(Clue::Parent, name.contains(':') && !quoted);
            self.note(Clue::Dotted, name.contains('.'));
            return;
        }
        let pair = line.split_once('=');
        let pair = pair.map(|(key, value)| (key.trim(), value.trim()));
        let starts_text = |text: &str| text.starts_with(['\'', '"', '[', '{']);
        // Texts may contain clauses of rules, which have colons.
        let is_text = starts_text(line)
            || pair
                .is_some_and(|(key, value)| !key.contains([':', '<', ' ']) && starts_text(value));
        let four_colons = !is_text && line.matches(':').nth(3).is_some();
        self.note(Clue::Diagram, four_colons || line.contains("idiagram"));
        let Some((key, value)) = pair else {
            return;
        };
        let quoted = starts_text(value);
        let is_plain = |word: &str| word.parse::<f64>().is_ok() || matches!(word, "true" | "false");
        let plain = value.split_whitespace().next().is_some_and(is_plain);
        let foreign = key.contains(|c: char| c.is_ascii_uppercase())
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
        self.note(Clue::Pair, true);
        self.note(Clue::Quoted, quoted);
        self.note(Clue::BareWord, !quoted && !plain);
        self.note(Clue::ForeignKey, foreign);
    }

    /// The format, and whether no other format has such features.
    fn verdict(&self) -> Option<(Format, bool)> {
        let has = |clue: Clue| self.0 >> clue as u8 & 1 != 0;
        let looks_foreign = has(Clue::ForeignKey) || has(Clue::BareWord);
        if has(Clue::Parent) && !has(Clue::Quoted) {
            Some((Format::FairyStockfishIni, true))
        } else if has(Clue::Quoted) || has(Clue::Dotted) {
            // A page around a diagram may quote its attributes.
            let page = has(Clue::Diagram) && !has(Clue::Section);
            let format = if page {
                Format::InteractiveDiagram
            } else {
                Format::Toml
            };
            Some((format, true))
        } else if has(Clue::Section) && looks_foreign {
            Some((Format::FairyStockfishIni, has(Clue::ForeignKey)))
        } else if has(Clue::Diagram) || (has(Clue::Pair) && looks_foreign && !has(Clue::Section)) {
            let is_sure = has(Clue::Diagram) || has(Clue::ForeignKey);
            Some((Format::InteractiveDiagram, is_sure))
        } else if has(Clue::Section) || has(Clue::Pair) {
            Some((Format::Toml, true))
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
            (
                "# a comment\nname = \"mine\"\ninherits = chess\n",
                Some(Format::Toml),
            ),
            ("board = { files = 8, ranks = 8 }", Some(Format::Toml)),
            ("[a.pieces.b]\nmove = N\n", Some(Format::Toml)),
            (
                "# c\n[orda:chess]\npawn = p\n",
                Some(Format::FairyStockfishIni),
            ),
            ("[orda]\nmaxRank = 10\n", Some(Format::FairyStockfishIni)),
            ("[orda]\nking = k:W\n", Some(Format::FairyStockfishIni)),
            (
                "a comment\n\n  Game: falcon # x\n10x8\n",
                Some(Format::FairyMaxIni),
            ),
            (
                "files=10\npromoZone=3\nknight:N:::b1,g1\n",
                Some(Format::InteractiveDiagram),
            ),
            (
                "files=9 ranks=10 x=1 pawn:P:fmWfcF:p:a2-h2",
                Some(Format::InteractiveDiagram),
            ),
            (
                "<div class=\"idiagram\">\nfiles=8\n",
                Some(Format::InteractiveDiagram),
            ),
            (
                "name = 'hill'\nrules.ends = ['after: own king [d4]: own wins', 'after: no own: draw']\n",
                Some(Format::Toml),
            ),
            (
                "name = 'hill'\nrules.ends = [\n  'after: capture: after: own: own wins',\n]\n",
                Some(Format::Toml),
            ),
            ("", None),
            ("{\"variant\":\"chess\",\"a\":\"b:c:d:e:f\"}", None),
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
